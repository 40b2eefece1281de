/**
 * What templates are given: for each, its members, and what each member is. The types of views, the check of templates that people
 * have taken over and docs/templates.md are all read off this table. A template whose view changes gets the next version, and an entry in
 * `changes` that says what there is to do in a template that was made for the one before.
 */
import type { Code, CommentText, Name } from "./code.js";

/** Code that is safe where code stands: an expression, a type, a declaration. Nowhere else: its texts are quoted, and would end a string around them. */
interface CodeMember {
  readonly kind: "code";
  readonly about: string;
}

/** An identifier: safe in code, in strings and in comments. */
interface NameMember {
  readonly kind: "name";
  readonly about: string;
}

/** Words of the description on one line: safe in comments, and nowhere else. */
interface CommentMember {
  readonly kind: "comment";
  readonly about: string;
}

/** True or false, for `{{#if}}` and `{{#unless}}`. */
interface FlagMember {
  readonly kind: "flag";
  readonly about: string;
}

/** Views for `{{#each}}`. */
interface ListMember {
  readonly kind: "list";
  readonly about: string;
  readonly members: Members;
}

export type Member = CodeMember | NameMember | CommentMember | FlagMember | ListMember;

export interface Members {
  readonly [name: string]: Member;
}

export interface Shape {
  /** The file that the template makes. */
  readonly makes: string;
  /** One more with every change of the members. */
  readonly version: number;
  /** What changed, by the version that changed it. */
  readonly changes: { readonly [version: number]: string };
  readonly members: Members;
}

const code = (about: string) => ({ kind: "code", about }) as const;
const name = (about: string) => ({ kind: "name", about }) as const;
const comment = (about: string) => ({ kind: "comment", about }) as const;
const flag = (about: string) => ({ kind: "flag", about }) as const;
const list = <const Items extends Members>(about: string, members: Items) => ({ kind: "list", about, members }) as const;

const title = comment("the title of the description");

/** Names that a file passes on from another one. */
const passedOn = (about: string) =>
  list(about, {
    type: flag("whether all of the names are types"),
    names: code("the names, in braces"),
    module: code('the file, as a string: `"./runtime/server.js"`'),
  });

/** Every template that can be taken over. */
export const views = {
  client: {
    makes: "client.ts",
    version: 1,
    changes: {},
    members: {
      title,
      servers: code("the servers by name, an object with their URLs"),
      hasServer: flag("whether the description has a server: without one, only the caller knows where the service is"),
      secured: flag("whether any operation takes credentials"),
      auth: name("the type of the credentials"),
      schemes: list("the security schemes", { scheme: code("a property of the type of the credentials, with its comment") }),
      options: name("the type of the options of the client"),
      optionsType: code("what that type is"),
      client: name("the type of the client"),
      clientType: code("what that type extends"),
      name: code("the name of the API, as a string"),
      create: name("the function that makes a client"),
      createClient: code("the function of the runtime that does"),
      settings: list("what the client has to know", { setting: code("an entry of an object") }),
      warns: flag("whether anything that the client can send is deprecated"),
      off: flag("whether the client has nothing to do with limits"),
      retry: flag("whether it only waits when the service asks for it"),
      paced: flag("whether it keeps a pace"),
      shared: flag("whether it shares a gate with other processes"),
    },
  },
  paths: {
    makes: "paths.ts",
    version: 1,
    changes: {},
    members: {
      title,
      type: name("the type of calls by path"),
      pathsType: code("what that type is"),
      deprecated: flag("whether any operation is deprecated"),
      deprecatedPaths: name("the type of the paths of deprecated operations"),
      pathsByMethod: list("the methods of deprecated operations", {
        method: code("the method, as a key: `get`"),
        paths: code("the type of its deprecated paths, a union"),
      }),
      functions: list("the functions that deprecated operations can be called by", {
        name: name("the function: `GET`, or `request`"),
        whole: name("the type of the function"),
        deprecated: name("the type of its overloads for deprecated operations"),
        first: code("the type of the overloads before them"),
        calls: list("the deprecated operations", { call: code("an overload, with its comment") }),
        last: code("the type of the overloads after them"),
      }),
      overloads: name("the type of these functions"),
      create: name("the function that makes calls by path of a client"),
      client: code("the type of the client"),
      options: code("the type of the options"),
      createPathClient: code("the function of the runtime that makes them"),
      settings: list("what calls by path have to know", { setting: code("an entry of an object") }),
    },
  },
  server: {
    makes: "server.ts",
    version: 2,
    changes: {
      2: "`declaredHandlers` and `declaredOptions` are the types of handlers and options as they are declared, with a default for the principal, so that files of handlers compile before and after security comes into a description: write them behind `export interface`.",
    },
    members: {
      title,
      served: flag("whether the description has operations"),
      handlers: code("the type of the handlers: `PetstoreHandlers<Principal>`"),
      declaredHandlers: code(
        "the same as it is declared, with what it extends: `PetstoreHandlers<Principal = unknown>`; a `type` where there are no operations",
      ),
      functions: list("the operations", { handler: code("a property of the type of the handlers, with its comment") }),
      request: name("the type of what a handler is given"),
      requestOf: code("the type of the runtime that it is"),
      reply: name("the type of what a handler replies"),
      replyOf: code("the type of the runtime that it is"),
      anyHandlers: code("the type of the handlers, whoever is calling"),
      secured: flag("whether any operation takes credentials"),
      authenticate: code("the type of the functions that find out who is calling"),
      schemes: list("the security schemes", { scheme: code("a method of that type, with its comment") }),
      options: code("the type of the options of the server"),
      declaredOptions: code("the same as it is declared: `PetstoreServerOptions<Principal = unknown>`"),
      extends: code("what that type extends, after its name: ` extends ServerOptions`"),
      members: list("further options", { member: code("a property of that type, with its comment") }),
      create: code("the function that makes a server, with its type parameter"),
      server: code("the type of a server"),
      createServer: code("the function of the runtime that makes it"),
      features: code("what follows its arguments: `, { limiter: … }`, or nothing"),
      definition: code("the type of what the server has to know"),
      settings: list("what the server has to know", { setting: code("an entry of an object") }),
      routes: code("the entry of the routes"),
      exports: passedOn("names of the runtime that are passed on"),
    },
  },
  mock: {
    makes: "mock.ts",
    version: 1,
    changes: {},
    members: {
      title,
      secured: flag("whether any operation takes credentials"),
      options: code("the type of the options of a mock: `PetstoreMockOptions<Principal>`"),
      declaredOptions: code("the same as it is declared: `PetstoreMockOptions<Principal = unknown>`"),
      extends: code("what that type extends, after its name"),
      authenticate: code("the type of who may call: `SomeOf<PetstoreAuthenticate<Principal>>`"),
      clientOptions: code("the type of the options of the client"),
      call: name("the type of a call that a mock got"),
      callType: code("what that type is"),
      mock: name("the type of a mock"),
      mockType: code("the type of the runtime that it is"),
      client: code("the type of the client"),
      create: code("the function that makes a mock, with its type parameter"),
      handlers: code("the type of the handlers that are given: `SomeOf<PetstoreHandlers<Principal>>`"),
      createMock: code("the function of the runtime that makes a mock"),
      createServer: code("the function that makes a server"),
      createClient: code("the function that makes a client"),
      bodies: list("bodies that several operations answer", { body: code("a constant") }),
      definition: code("the type of what a mock has to know"),
      settings: list("what a mock has to know", { setting: code("an entry of an object") }),
      exports: passedOn("names of the runtime that are passed on"),
    },
  },
  index: {
    makes: "index.ts",
    version: 1,
    changes: {},
    members: {
      files: list("the other files", {
        type: flag("whether all that a file exports are types"),
        module: code('the file, as a string: `"./client.js"`'),
      }),
      shared: passedOn("names that several files export, each with the file that has it"),
    },
  },
  handlers: {
    makes: "handlers/*.ts, for each tag",
    version: 1,
    changes: {},
    members: {
      title,
      module: code('the generated code, as a string: `"../petstore/index.js"`'),
      principal: code("the file of the principal, as a string"),
      secured: flag("whether any operation takes credentials"),
      handlersType: name("the type of the handlers"),
      type: code("the same with its argument: `PetstoreHandlers<Principal>`"),
      value: name("the constant of these handlers"),
      handlers: list("the operations", { handler: code("a handler, as the template `handler` makes it") }),
    },
  },
  handler: {
    makes: "a handler of handlers/*.ts",
    version: 1,
    changes: {},
    members: {
      comment: code("a comment with the method and the path of the operation"),
      name: name("the handler"),
      notImplemented: name("the function of the runtime that makes an error of 501"),
      operation: code("the name of the operation, as a string"),
      method: code('the method, as a string: `"GET"`'),
      path: code('the path, as a string: `"/pets/{petId}"`'),
    },
  },
  "handlers-index": {
    makes: "handlers/index.ts",
    version: 1,
    changes: {},
    members: {
      title,
      module: code("the generated code, as a string"),
      principal: code("the file of the principal, as a string"),
      secured: flag("whether any operation takes credentials"),
      handlersType: name("the type of the handlers"),
      type: code("the same with its argument: `PetstoreHandlers<Principal>`"),
      groups: list("the files of handlers", {
        value: name("the constant of a file"),
        module: code('the file, as a string: `"./pets.js"`'),
      }),
    },
  },
  principal: { makes: "handlers/principal.ts", version: 1, changes: {}, members: {} },
} as const satisfies { readonly [template: string]: Shape };

export type TemplateName = keyof typeof views;

/** In the order of the table. */
export const templateNames = Object.keys(views) as readonly TemplateName[]; // the keys of a constant

/** A view by what its members are. */
export type ViewOf<Own> = { readonly [Key in keyof Own]: ValueOf<Own[Key]> };

type ValueOf<Own> = Own extends { readonly kind: "list"; readonly members: infer Items }
  ? readonly ViewOf<Items>[]
  : Own extends { readonly kind: "flag" }
    ? boolean
    : Own extends { readonly kind: "name" }
      ? Name
      : Own extends { readonly kind: "comment" }
        ? CommentText
        : Code;

/** What each template is given. */
export type Views = { readonly [Template in TemplateName]: ViewOf<(typeof views)[Template]["members"]> };
