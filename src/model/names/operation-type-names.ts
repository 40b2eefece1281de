import type { ContentDraft } from "../build/build-content.js";
import type { OperationDraft } from "../build/build-operation.js";
import { mediaTypeWords } from "../build/media-type.js";
import type { Scope } from "./identifiers.js";
import type { Content, Operation, OperationNames } from "../ir/operation.js";
import { upperFirst } from "./letter-case.js";

/**
 * An operation with all its names, which share one stem. A schema may have the name that the stem would give ("CreatePetArgs" beside
 * `createPet`): the schema keeps it, and the operation's says that it is one ("CreatePetOperationArgs").
 */
export function withTypeNames(draft: OperationDraft, key: string | undefined, scope: Scope): Operation {
  const { name, body, responses, ...rest } = draft;
  const stem = name.replace(/_$/, "");
  const type = upperFirst(stem);
  const take = (...endings: readonly [string, ...string[]]): string => {
    const natural = type + endings[0];
    if (!scope.has(natural)) return scope.take([natural]);
    const others = [...endings.slice(1).map((ending) => type + ending), ...endings.map((ending) => `${type}Operation${ending}`)];
    return scope.take([natural, ...others]);
  };
  const names: OperationNames = {
    value: name,
    key: key ?? name,
    type,
    descriptor: scope.take([`${stem}Operation`, `${stem}OperationDescriptor`]),
    args: take("Args"),
    result: take("Result"),
    parts: {
      path: take("PathSchema"),
      query: take("QuerySchema"),
      header: take("HeaderSchema"),
      cookie: take("CookieSchema"),
      querystring: take("QuerystringSchema"),
    },
  };
  return {
    ...rest,
    names,
    body: body === undefined ? undefined : { ...body, contents: nameContents(body.contents, "Body", take) },
    responses: responses.map((response) => ({ ...response, contents: nameContents(response.contents, upperFirst(response.status), take) })),
  };
}

/** One content is "GetPet200Schema"; several have their media types in them: "GetPet200JsonSchema". */
function nameContents(
  contents: readonly ContentDraft[],
  ending: string,
  take: (...endings: readonly [string, ...string[]]) => string,
): readonly Content[] {
  if (contents.length === 1) return contents.map((content) => ({ ...content, validator: take(`${ending}Schema`) }));
  return contents.map((content) => {
    const [short, whole] = mediaTypeWords(content.mediaType);
    const join = (words: string): string => `${ending}${/\d$/.test(ending) && /^\d/.test(words) ? "_" : ""}${words}Schema`;
    return { ...content, validator: take(join(short), join(whole)) };
  });
}
