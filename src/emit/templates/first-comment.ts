import { views, type TemplateName } from "../print/views.js";

const page = "https://github.com/openapi-sundial/openapi-sundial/blob/main/docs/templates.md";

/** A template of ours as a file of somebody's: it begins with a comment that says what it is. The comment prints nothing. */
export function withFirstComment(name: TemplateName, text: string, toolVersion: string): string {
  const { makes, version } = views[name];
  return `{{!--
  The template of ${makes}, taken over from openapi-sundial ${toolVersion}: ${name}, view ${String(version)}.
  What it is given, and what is safe where: docs/templates.md in the package, or
  ${page}#${name}
--}}
${text}`;
}

/** The version of the view that a template says it was made for, and where it says so; nothing where it does not. */
export function madeFor(text: string): { readonly version: number; readonly offset: number } | undefined {
  const comment = /^\s*\{\{!--(?:(?!--\}\})[^])*?\bview (\d+)\b/.exec(text);
  if (comment === null) return undefined;
  const digits = comment[1] ?? "";
  return { version: Number(digits), offset: comment[0].length - "view ".length - digits.length };
}
