import { createHash } from "node:crypto";
import type { Severity } from "../diagnostic/diagnostic.js";
import { saidOf, type PlacedFinding } from "./annotations.js";

const severities: Readonly<Record<Severity, string>> = { error: "critical", warning: "minor", info: "info" };

/** Findings as a Code Quality report of GitLab. A finding keeps its fingerprint when lines move. @see https://docs.gitlab.com/ci/testing/code_quality/ */
export function codeQuality(findings: readonly PlacedFinding[]): readonly object[] {
  const seen = new Map<string, number>();
  return findings.map(({ finding, place, api }) => {
    const { code, severity, message, at } = finding;
    const path = place?.name ?? ".";
    const said = [code, path, at !== undefined && "pointer" in at ? at.pointer : "", message].join("\n");
    const before = seen.get(said) ?? 0;
    seen.set(said, before + 1);
    return {
      description: saidOf({ finding, api }),
      check_name: code,
      fingerprint: createHash("sha256")
        .update(`${said}\n${String(before)}`)
        .digest("hex"),
      severity: severities[severity],
      location: { path, lines: { begin: place?.line ?? 1 } },
    };
  });
}
