import type { Entry } from "./diagnostic.js";

/** What templates that people have taken over can report. */
export const templateCodes = {
  "templates-folder-refused": {
    severity: "error",
    title: "The folder of templates cannot be used.",
    explanation:
      "`templates` in the configuration names a folder of your project with the templates that you have taken over. The path is relative to the configuration file. The folder must exist, must be inside the project, and must not be inside the folder of the generated files. `sundial eject client` makes the folder and puts a template in it.",
  },
  "template-name-unknown": {
    severity: "error",
    title: "The folder of templates holds something that is no template.",
    explanation:
      "A template is a file that is called as ours is, such as `client.hbs`; `sundial eject` lists the names. A file of another name would have no effect. Templates have no partials, so there are no folders either. Files such as README.md, and those whose names begin with a dot, may be there.",
  },
  "template-unreadable": {
    severity: "error",
    title: "A template cannot be read.",
    explanation:
      "A template is a file of text in the folder of templates, or a link to one in the project. A link that leads to nothing or back to itself, a folder, a pipe, a device, a file of more than 200,000 bytes, one that you may not read and one with NUL bytes, such as UTF-16, are none.",
  },
  "template-empty": {
    severity: "error",
    title: "A template has no text.",
    explanation:
      "A file without code is no module, and what imports it does not compile. A template that you have taken over takes the place of ours even where nothing is in it. Delete the file to have ours again; `sundial eject NAME --print` prints it.",
  },
  "template-syntax": {
    severity: "error",
    title: "A template is not valid Handlebars.",
    explanation:
      "Every `{{#if}}`, `{{#unless}}` and `{{#each}}` needs its `{{/if}}`, `{{/unless}}` or `{{/each}}`, and every `{{` its `}}`. Two braces that are to be printed are written `\\{{`. See docs/templates.md for what a template may have.",
  },
  "template-member-unknown": {
    severity: "error",
    title: "A template uses a member that its view does not have.",
    explanation:
      "The view is what a template is given. docs/templates.md lists the members of each view. Inside of `{{#each list}}`, only the members of the items are known. A member that was there in an earlier version may have another name now: CHANGELOG.md says which.",
  },
  "template-member-misused": {
    severity: "error",
    title: "A template uses a member of its view as what it is not.",
    explanation:
      "A list is for `{{#each}}`, a flag is for `{{#if}}` and `{{#unless}}`, everything else is printed: `{{client}}`. docs/templates.md says of each member which it is.",
  },
  "template-helper-unknown": {
    severity: "error",
    title: "A template calls a helper that does not exist.",
    explanation:
      "Templates have `if`, `unless` and `each`, and `else`. There are no helpers of your own: what has to be worked out belongs in a module of yours that the template imports.",
  },
  "template-construct-refused": {
    severity: "error",
    title: "A template uses something of Handlebars that templates may not have.",
    explanation:
      "Templates have members, `{{#if}}`, `{{#unless}}` and `{{#each}}`, and comments. Partials, inline partials, decorators, expressions in parentheses, arguments by name, `../`, paths such as `a.b` and `@root` are refused. So a template reads like what it makes, and reaches nothing but its view.",
  },
  "template-place-unsafe": {
    severity: "error",
    title: "A template puts a member where it is not safe.",
    explanation:
      "Text of a description may be hostile. A member that is code is safe where code stands. In a string or a comment it is not: its own quotes would end the string, and what follows them would be code. A name is safe in strings and in comments too, and text such as `title` in comments alone. A `{{#if}}` or `{{#each}}` must end in the kind of place in which it begins: a comment, a string or code. A `/` that begins no comment may begin a regular expression, so it is refused: put it into a module of yours that the template imports.",
  },
  "template-import-unknown": {
    severity: "error",
    title: "A template imports a name that the runtime does not have.",
    explanation:
      "The files of `runtime/` hold what the generated files import of them, and nothing else. A name that none of their modules has cannot be put there. It may have been renamed: CHANGELOG.md says so.",
  },
  "template-view-changed": {
    severity: "warning",
    title: "A template was made for another version of its view.",
    explanation:
      "The first comment of a template that you have taken over says which version of its view it was made for. An upgrade of openapi-sundial may change a view, and then ours has changed as well. `sundial eject NAME --print` prints ours: compare, change yours where it has to, and write the new version into its first comment.",
  },
  "template-kept": {
    severity: "warning",
    title: "A template that you have taken over already was left as it is.",
    explanation:
      "`sundial eject` never overwrites a file. `sundial eject NAME --print` prints our template, so that you can compare the two. To begin anew, delete yours first.",
  },
} as const satisfies Record<string, Entry>;
