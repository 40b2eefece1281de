import { diagnostic } from "../../diagnostic/catalogue.js";
import type { SourceFile } from "../../source/source-file.js";
import { STDIN } from "../../source/uri.js";
import { placeIn, type Overlay, type Report } from "./overlay.js";

/**
 * Says that an overlay was written for another description. It is applied all the same: the user has asked for it. `asked`: the URIs that the
 * description was asked for by, which may have led to another one. A copy goes by what it is a copy of, too.
 */
export function reportOtherDescription(overlay: Overlay, root: SourceFile, asked: readonly string[], report: Report): void {
  const { extends: text, source } = overlay;
  if (text === undefined || root.uri === STDIN) return;
  const base = source.base ?? source.uri;
  const uri = URL.canParse(text, base) ? new URL(text, base).href : undefined;
  const known = [root.uri, ...(root.base === undefined ? [] : [root.base]), ...asked];
  if (uri !== undefined && known.some((each) => plain(each) === plain(uri))) return;
  const message =
    uri === undefined
      ? `"extends" is no URI: ${JSON.stringify(text)}.`
      : `The overlay extends ${JSON.stringify(text)}, and is applied to ${root.name}.`;
  report(diagnostic("overlay-other-description", message, { at: placeIn(overlay, "/extends") }));
}

/** A URI without what may be a secret, or says who asks: nobody writes it into an overlay. */
function plain(uri: string): string {
  if (!URL.canParse(uri)) return uri;
  const { protocol, host, pathname } = new URL(uri);
  return `${protocol}//${host}${pathname}`;
}
