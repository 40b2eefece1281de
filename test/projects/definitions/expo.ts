import { askPage } from "../ask.js";
import type { Project } from "../project.js";

/** Bundled for the web, where it is run, and for Android and iOS. The templates of 57 and 58 ask for versions that the registry does not have. */
export const expo: Project = {
  name: "expo",
  title: "Expo 56, Metro",
  of: "expo",
  tools: ["node-24"],
  starter: {
    package: "create-expo-app@5",
    command: ["create-expo-app", "{folder}", "--template", "expo-template-blank-typescript@56.0.35", "--no-install", "--yes"],
  },
  // What `expo install` adds for the web.
  adds: { dependencies: ["react-dom@19.2.3", "react-native-web@0.21", "@expo/metro-runtime@56"] },
  imports: "",
  types: [["npx", "tsc", "--noEmit"]],
  build: [["npx", "expo", "export", "--platform", "all"]],
  ask: askPage("dist"),
};
