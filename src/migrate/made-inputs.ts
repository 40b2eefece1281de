import { basename } from "node:path";
import { redact } from "../diagnostic/redact.js";
import { runs } from "../project/generate-script.js";
import { isRecord } from "../project/project-setup.js";
import { ownScripts } from "../setup/plan-setup.js";
import { isUrl } from "../setup/propose.js";
import type { Repository } from "../setup/repository.js";
import { placesOf } from "./mentions.js";
import type { OldSetup } from "./old-setup.js";
import type { NamedApi } from "./planned-api.js";
import type { Remark } from "./remarks.js";

/** A script that makes the description of an API before it generates. */
export interface MadeInput {
  readonly script: string;
  readonly api: NamedApi;
  /** What stands before in the script, without the sign that ends it. */
  readonly lead: string;
}

/** Scripts whose first commands name the description that a later one reads. */
export function madeInputs({ calls }: OldSetup, apis: readonly NamedApi[], { manifest }: Repository): readonly MadeInput[] {
  const scripts = typeof manifest === "object" && isRecord(manifest.content["scripts"]) ? manifest.content["scripts"] : {};
  return calls.flatMap(({ script, call, writes }) => {
    const lead = String(scripts[script])
      .slice(0, call.start)
      .trimEnd()
      .replace(/(?:&&|;)$/, "")
      .trimEnd();
    const isMade = ({ old, input }: NamedApi): boolean =>
      writes.includes(old) && !isUrl(input) && placesOf(lead, basename(input)).length > 0;
    return call.isCheck ? [] : apis.filter(isMade).map((api) => ({ script, api, lead }));
  });
}

/** That a script of ours that checks does not make the description: it is said where there was none before. */
export function madeRemarks(made: readonly MadeInput[], { manifest }: Repository): readonly Remark[] {
  if (typeof manifest !== "object" || ownScripts(manifest).check !== undefined) return [];
  return made.map(({ script, api, lead }) => ({
    file: manifest.file,
    line: undefined,
    message: `The script \`${script}\` makes ${api.input} before it generates, and the one that checks reads it as it is`,
    fix: `where ${api.input} is not committed, put \`${redact(lead)}\` before \`sundial check\`, too`,
  }));
}

/** The commands that generate: scripts that make descriptions take the place of one command for all APIs. `command`: what generates all. */
export function generateMade(
  made: readonly MadeInput[],
  apis: readonly NamedApi[],
  { packageManager }: Repository,
  command: string,
): readonly string[] {
  const scripts = [...new Set(made.map(({ script }) => `${runs[packageManager]} ${script}`))];
  if (scripts.includes(command)) return [command];
  const isWhole = made.length > 0 && apis.every((api) => made.some((each) => each.api === api));
  return isWhole ? scripts : [...scripts, command];
}
