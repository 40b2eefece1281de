import { expect, it } from "vitest";
import { sentPath } from "../../../../src/emit/wire/descriptor.js";

it.each([
  ["/a", "/a"],
  ["/a/{id}", "/a/{id}"],
  ["/a?beta=true", "/a?beta=true"],
  ["/a?file={file}", "/a"],
  ["/a?beta=true&file={file}&x#new", "/a?beta=true&x#new"],
  ["/a#new?x={x}", "/a#new"],
  ["/a/{?q}", "/a/{?q}"],
])("of %s, %s is sent as it is", (path, sent) => {
  expect(sentPath(path)).toBe(sent);
});
