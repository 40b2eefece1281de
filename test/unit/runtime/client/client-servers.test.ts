import { afterEach, describe, expect, it, vi } from "vitest";
import {
  fillCheckedVariables,
  fillNeededVariables,
  fillVariables,
  baseUrlOf,
  serverUrl,
  type ServerChoice,
} from "../../../../templates/runtime/client/call/servers.js";

const servers = {
  production: {
    url: "https://{region}.example.com/{version}/",
    variables: { region: { default: "eu", values: ["eu", "us"] }, version: { default: "v1" } },
  },
  local: { url: "/v1" },
};

describe("the URL of a server", () => {
  it("is the first's, or the chosen one's, with the variables' defaults", () => {
    expect(serverUrl(servers, undefined, fillVariables)).toBe("https://eu.example.com/v1/");
    expect(serverUrl(servers, "local", fillVariables)).toBe("/v1");
    expect(serverUrl({}, undefined)).toBe("/");
  });

  it("takes values for its variables", () => {
    expect(serverUrl(servers, { name: "production", variables: { region: "us", version: "v2" } }, fillVariables)).toBe(
      "https://us.example.com/v2/",
    );
  });

  it.each([
    ["toString", 'There is no server "toString", only production, local; else give `baseUrl`'],
    [
      { name: "production", variables: { region: "evil.example.org/" } },
      'The variable "region" of the server https://{region}.example.com/{version}/ is one of eu, us',
    ],
    [{ name: "production", variables: { regoin: "us" } }, 'has no variable "regoin"'],
    [{ name: "production", variables: { toString: "us" } }, 'has no variable "toString"'],
  ])("refuses %j", (choice, problem) => {
    expect(() => serverUrl(servers, choice, fillVariables)).toThrow(problem);
  });
});

describe("a variable without a default", () => {
  const gateways = { gateway: { url: "https://{ip}:{port}/v1", variables: { ip: {}, port: { default: "443" } } }, local: { url: "/v1" } };

  it("must be given", () => {
    const choice: ServerChoice<typeof gateways> = { name: "gateway", variables: { ip: "192.0.2.1" } };
    expect(serverUrl(gateways, choice, fillNeededVariables)).toBe("https://192.0.2.1:443/v1");
    expect(() => serverUrl(gateways, undefined, fillNeededVariables)).toThrow('The server https://{ip}:{port}/v1 needs its variable "ip"');
  });

  it("is asked for by the types", () => {
    // @ts-expect-error the variable is missing
    const bare: ServerChoice<typeof gateways> = "gateway";
    // @ts-expect-error the variable is missing
    const other: ServerChoice<typeof gateways> = { name: "gateway", variables: { port: "80" } };
    const local: ServerChoice<typeof gateways> = "local";
    expect([bare, other, local]).toHaveLength(3);
  });
});

describe("a value of a variable", () => {
  const filled = (url: string, values: Readonly<Record<string, string>>, defaults: Readonly<Record<string, string>> = {}): string => {
    const names = [...url.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const variables = Object.fromEntries(names.map((name) => [name, name in defaults ? { default: defaults[name] ?? "" } : {}]));
    return serverUrl({ own: { url, variables } }, { name: "own", variables: values }, fillCheckedVariables);
  };
  const tenant = "https://{v}.pay.example.com";

  it.each([
    [tenant, ["acme", "a.b", "a-b_c", "münchen", ""]],
    ["https://{v}/v1", ["localhost", "localhost:3000", "[::1]:80", "[::1]", "192.0.2.1"]],
    ["https://{v}", ["localhost:3000"]],
    ["//{v}/v1", ["api.example.com"]],
    ["https://api.{v}/v1", ["example.com"]],
    ["https://[{v}]/v1", ["::1"]],
    ["https://api.example.com:{v}/v1", ["8443"]],
    ["https://api.example.com/{v}", ["v2", "a/b", "/", "a:b@c"]],
    ["https://api.example.com//{v}", ["v2:x"]],
    ["{v}://api.example.com", ["http", "https"]],
    ["http{v}://api.example.com", ["s", ""]],
    ["{v}/v1", ["https://api.example.com", "/base", ""]],
    ["{v}", ["https://api.example.com/v1"]],
    ["/{v}/api", ["v1", "a/b"]],
  ])("may be what its place takes: %s", (url, values) => {
    for (const v of values) expect(filled(url, { v })).toBe(url.replace("{v}", v));
  });

  it.each([
    [
      tenant,
      [
        "evil.example/",
        "evil.example\\",
        "evil.example?",
        "evil.example#",
        "x@evil.example/",
        "x:y@evil.example",
        "x@",
        "evil.example:443/",
      ],
    ],
    [tenant, ["evil.example:443", ":443", "evil.example%2f", "evil.example\t/", "\n/", " evil.example/ ", "[::1]", "/", "//evil.example/"]],
    ["https://{v}/v1", ["x@evil.example", "localhost:80@evil.example", "evil.example/x", "a:b", "[::1]x", "[::1]@evil.example"]],
    ["https://api.{v}", ["example.com:80", "example.com/x", "/"]],
    ["https://[{v}]/v1", ["::1]@evil.example/["]],
    ["https://api.example.com:{v}/v1", ["80@evil.example", "@evil.example", "80/x"]],
    ["https://api.example.com{v}", [".evil.example", "@evil.example"].map((end) => `${end}/`)],
    ["//{v}.example.com/v1", ["evil.example/"]],
    ["{v}://api.example.com", ["https://evil.example/?", "https://evil.example/#", "https:\\\\evil.example\\"]],
    ["http{v}://api.example.com", ["://evil.example/", "s://evil.example?"]],
    ["/{v}/api", ["/evil.example", "\\evil.example", "\t/evil.example", ""]],
  ])("may not change the host: %s", (url, values) => {
    for (const v of values)
      expect([v, attempted(() => filled(url, { v }))]).toEqual([v, expect.stringMatching(/^TypeError: The variable.*(?:change|make)/s)]);
  });

  it("may be of the kind that its default is", () => {
    expect(filled("https://api.example.com{v}", { v: "/v2" }, { v: "/v1" })).toBe("https://api.example.com/v2");
    expect(filled("https://api.example.com{v}", { v: "" }, { v: "/v1" })).toBe("https://api.example.com");
    expect(filled("https://api.example.com{v}", { v: ":81" }, { v: ":80" })).toBe("https://api.example.com:81");
    expect(filled("https://{v}", { v: "localhost:80/x" }, { v: "api.example.com/v1" })).toBe("https://localhost:80/x");
    expect(filled("https://{v}.example.com", {}, { v: "as/described" })).toBe("https://as/described.example.com");
    for (const [usual, v] of [
      ["/v1", ".evil.example/"],
      ["/v1", "@evil.example"],
      [":80", ".evil.example"],
      [":80", ":80@evil.example"],
    ] as const)
      expect(() => filled("https://api.example.com{v}", { v }, { v: usual })).toThrow("would change the host");
  });

  it.each([
    ["https://{v}/api", ["", " ", "\t"]],
    ["http{s}://{v}/api/v3", ["", "\n"]],
    ["//{v}/api", [""]],
    ["https://{v}:8080/v1", [""]],
    ["{v}/v1", ["https:", "HTTP:", "https://", "http:/"]],
  ])("leaves no place for a host to the path: %s", (url, values) => {
    const told = expect.stringMatching(/^TypeError: The variable.*(?:change the host|make a host of its path)/s) as unknown;
    for (const v of values) expect([v, attempted(() => filled(url, { v }, { v: "https://a.example", s: "s" }))]).toEqual([v, told]);
  });

  it("stands after what others have", () => {
    expect(() => filled("/{a}/{b}", { a: "", b: "evil.example" })).toThrow("would make a host of its path");
    expect(filled("https://{a}.example.com/{b}", { a: "x", b: "a@b:c" })).toBe("https://x.example.com/a@b:c");
    expect(() => filled("https://{a}{b}.example.com", { a: "x", b: "@evil.example/" })).toThrow("would change the host");
  });
});

function attempted(of: () => string): string {
  try {
    return of();
  } catch (error) {
    return String(error);
  }
}

describe("a base URL", () => {
  it("is absolute, and ends without a slash or a fragment", () => {
    expect(baseUrlOf("https://example.com/v1//")).toBe("https://example.com/v1");
    expect(baseUrlOf("https://example.com")).toBe("https://example.com");
    expect(baseUrlOf("https://example.com/v1/?#c")).toBe("https://example.com/v1");
    expect(baseUrlOf("https://example.com/a/../v1/.")).toBe("https://example.com/v1");
    expect(baseUrlOf("../v2", "https://example.com/docs/api/page")).toBe("https://example.com/docs/v2");
    expect(baseUrlOf("/v2", "https://example.com/v1")).toBe("https://example.com/v2");
  });

  it.each([
    ["https://example.com/v1?key=secret", undefined],
    ["https://example.com/v1/?key=secret#x", undefined],
    ["/v2?key=secret", "https://example.com"],
    ["?key=secret", "https://example.com/v1"],
  ])("is refused with a query, which is not shown: %s", (url, from) => {
    const sentence =
      /^The base URL https:\/\/example.com\/v[12]\/? has a query, which no call would send: give it as parameters, or in middleware$/;
    expect(() => baseUrlOf(url, from)).toThrow(sentence);
    expect(() => baseUrlOf(url.replace(/^.*v1/, "/v1"))).toThrow(/^((?!secret).)*$/);
  });

  it.each(["https://user:secret@exa mple.com/v1", "http://u:secret@[::1", "user:secret@example.com"])(
    "shows no password of one that cannot be read: %s",
    (url) => {
      expect(() => baseUrlOf(url)).toThrow(/^((?!secret).)*$/);
    },
  );

  it("is asked for where the description has none that is absolute", () => {
    expect(() => baseUrlOf("/v1")).toThrow(
      'The base URL "/v1" is not an absolute http(s) URL: set `baseUrl` to one, such as "https://api.example.com/v1"',
    );
  });

  it.each(["file:///etc/passwd", "javascript:alert(1)", "ftp://example.com"])("refuses %s", (url) => {
    expect(() => baseUrlOf(url)).toThrow("is not an absolute http(s) URL: set `baseUrl`");
  });
});

describe("a relative base URL", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const bases = ["", "/", "/v1", "/v1/", "v1", "./v1", "../v1", ".", "./", "..", "//api.example.com", "//api.example.com/v1"];
  const pages = [
    "https://shop.example.com",
    "https://shop.example.com/cart?x=1#y",
    "https://shop.example.com/a/b/c",
    "http://localhost:3000/a/",
  ];

  it("means in a page what `fetch` takes it for before a path", () => {
    for (const page of pages) {
      vi.stubGlobal("location", { href: page });
      const meant = bases.map((base) => `${base}: ${new URL(`${base.replace(/\/$/, "")}/pets`, page).href}`);
      expect(bases.map((base) => `${base}: ${baseUrlOf(base)}/pets`)).toEqual(meant);
    }
  });

  it("is meant from where the page says", () => {
    vi.stubGlobal("location", { href: "https://shop.example.com/cart/7" });
    vi.stubGlobal("document", { baseURI: "https://shop.example.com/app/" });
    expect(["", "/v1", "v1"].map((base) => baseUrlOf(base))).toEqual([
      "https://shop.example.com",
      "https://shop.example.com/v1",
      "https://shop.example.com/app/v1",
    ]);
  });

  it("is refused where there is no page, or one that is nowhere", () => {
    const refused = (): void => {
      for (const base of bases) {
        const sentence = `The base URL "${base}" is not an absolute http(s) URL: set \`baseUrl\` to one, such as "https://api.example.com/v1"`;
        expect(() => baseUrlOf(base)).toThrow(new TypeError(sentence));
      }
    };
    refused();
    for (const href of ["about:blank", "file:///home/me/page.html", "blob:null/1", undefined]) {
      vi.stubGlobal("location", { href });
      refused();
    }
  });

  it("is that of the client where an operation's server is empty", () => {
    expect(baseUrlOf("", "https://example.com/v1")).toBe("https://example.com/v1");
  });
});
