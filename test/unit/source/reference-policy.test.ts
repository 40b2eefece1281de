import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { referencePolicy, type ReferenceSettings } from "../../../src/source/reference-policy.js";
import { memoryIo, type MemoryOptions } from "../../support/memory-io.js";

/** What a description may read of files that are there, by the message of the refusal. */
function policy(root: string, files: readonly string[], options: MemoryOptions = {}, settings: ReferenceSettings = {}) {
  const io = memoryIo(
    Object.fromEntries(files.map((path) => [path, path.endsWith("workspaces/package.json") ? '{"workspaces":["a"]}' : "{}"])),
    {
      cwd: "/elsewhere",
      ...options,
    },
  );
  const asked: string[] = [];
  const watched = { ...io, realPath: (path: string) => (asked.push(path), io.realPath(path)) };
  const refusal = referencePolicy(root, settings, watched);
  return {
    asked,
    refusal,
    refused: async (uri: string) => (await refusal(uri)) !== undefined,
  };
}
const refused = (root: string, files: readonly string[], uri: string, options?: MemoryOptions, settings?: ReferenceSettings) =>
  policy(root, files, options, settings).refused(uri);

describe("a description on disk reads files of its project, and none above", () => {
  const root = "file:///home/user/work/app/specs/api/root.yaml";
  const description = "/home/user/work/app/specs/api/root.yaml";
  const inside = "file:///home/user/work/app/other/b.yaml";
  const above = "file:///home/user/work/b.yaml";

  test.each([
    ["a repository", "/home/user/work/app/.git/HEAD", false],
    ["a worktree or submodule", "/home/user/work/app/.git", false],
    ["another kind of repository", "/home/user/work/app/.jj/repo", false],
    ["a package", "/home/user/work/app/package.json", false],
    ["a workspace of pnpm", "/home/user/work/app/pnpm-workspace.yaml", false],
    ["nothing that is one", "/home/user/work/app/README.md", true],
  ])("in %s", async (_, mark, expected) => {
    expect(await refused(root, [description, mark], inside)).toBe(expected);
    expect(await refused(root, [description, mark], above)).toBe(true);
  });

  test.each([
    // A package inside a repository: the repository is the project, as descriptions lie beside the packages.
    [["/home/user/work/app/.git/HEAD", "/home/user/work/app/specs/package.json"], false],
    // A repository inside a repository, as a submodule is: its own.
    [["/home/user/work/app/.git/HEAD", "/home/user/work/app/specs/.git"], true],
    // A package of a workspace without a repository, as in a container image.
    [["/home/user/work/app/pnpm-workspace.yaml", "/home/user/work/app/specs/package.json"], false],
    [["/home/user/work/app/package.json", "/home/user/work/app/specs/package.json"], true],
  ])("nested: %j", async (marks, expected) => {
    expect(await refused(root, [description, ...marks], inside)).toBe(expected);
  });

  test("in a workspace that its package.json names", async () => {
    const files = ["/srv/workspaces/package.json", "/srv/workspaces/a/package.json", "/srv/workspaces/a/api.yaml"];
    expect(await refused("file:///srv/workspaces/a/api.yaml", files, "file:///srv/workspaces/b/x.yaml")).toBe(false);
    expect(await refused("file:///srv/workspaces/a/api.yaml", files, "file:///srv/x.yaml")).toBe(true);
  });

  test("without a sign of a project: the configuration's folder, or the current one, when the description is in it", async () => {
    const files = ["/srv/app/specs/v1/api.yaml"];
    const uri = "file:///srv/app/specs/v1/api.yaml";
    const beside = "file:///srv/app/specs/common.yaml";
    expect(await refused(uri, files, beside, { cwd: "/srv/app" })).toBe(false);
    expect(await refused(uri, files, beside, {}, { config: "/srv/app/sundial.config.ts" })).toBe(false);
    expect(await refused(uri, files, beside, { cwd: "/srv/app/specs/v1" })).toBe(true);
    expect(await refused(uri, files, "file:///etc/x.yaml", { cwd: "/" })).toBe(true);
    expect(await refused(uri, files, "file:///srv/x.yaml", { cwd: "/srv/app/specs/v1" })).toBe(true);
  });

  test("outside of all that: the folders beside its own", async () => {
    const files = ["/srv/app/specs/v1/api.yaml"];
    const uri = "file:///srv/app/specs/v1/api.yaml";
    for (const settings of [{}, { config: "/srv/tools/sundial.config.ts" }]) {
      expect(await refused(uri, files, "file:///srv/app/specs/common/a.yaml", {}, settings)).toBe(false);
      expect(await refused(uri, files, "file:///srv/app/a.yaml", {}, settings)).toBe(true);
    }
    for (const folder of ["file:///home/user", "file:///tmp", "file://"])
      expect(await refused(`${folder}/specs/api.yaml`, [], `${folder}/common/a.yaml`)).toBe(true);
  });

  test("and where the current folder is does not matter to one in a project", async () => {
    const files = [description, "/home/user/work/app/.git/HEAD"];
    for (const cwd of ["/", "/home/user", "/home/user/work", "/home/user/work/app/specs"])
      expect(await refused(root, files, above, { cwd })).toBe(true);
  });

  test.each([
    ["/home/user", "file:///home/user/specs/api.yaml", "file:///home/user/b.yaml"],
    ["/", "file:///specs/api.yaml", "file:///b.yaml"],
    ["/tmp", "file:///tmp/specs/api.yaml", "file:///tmp/b.yaml"],
  ])("whatever lies in %s", async (folder, uri, other) => {
    const at = (name: string) => `${folder === "/" ? "" : folder}/${name}`;
    const files = [at("specs/api.yaml"), at(".git/HEAD"), at("package.json"), at("pnpm-workspace.yaml"), at("sundial.config.ts")];
    expect(await refused(uri, files, other)).toBe(true);
    expect(await refused(uri, files, other, { cwd: folder }, { config: at("sundial.config.ts") })).toBe(true);
    expect(await refused(uri, files, uri.replace("api.yaml", "b.yaml"))).toBe(false);
  });

  test("a home that a symlink leads to is one", async () => {
    const options = { env: { HOME: "/home/user" }, symlinks: { "/home/user": "/data/user" } };
    const files = ["/data/user/.git/HEAD", "/data/user/specs/api.yaml"];
    expect(await refused("file:///home/user/specs/api.yaml", files, "file:///home/user/b.yaml", options)).toBe(true);
    expect(await refused("file:///data/user/specs/api.yaml", files, "file:///data/user/b.yaml", options)).toBe(true);
  });

  test("one that lies in a home folder itself, or at the root, reads what lies beside it", async () => {
    for (const [uri, folder] of [
      ["file:///home/user/api.yaml", "file:///home/user"],
      ["file:///api.yaml", "file://"],
    ] as const) {
      const { refused: isRefused, refusal } = policy(uri, ["/home/user/api.yaml", "/api.yaml"]);
      expect(await isRefused(`${folder}/common.yaml`)).toBe(false);
      expect(await isRefused(`${folder}/documents/common.yaml`)).toBe(true);
      expect((await refusal(`${folder}/documents/common.yaml`))?.message).toMatch(/reads nothing but the files beside it\.$/);
    }
  });

  test("what is missing in one that a symlink leads to is in it", async () => {
    const files = ["/data/app/package.json", "/data/app/api/d.yaml"];
    const options = { symlinks: { "/home/user/app": "/data/app" } };
    expect(await refused("file:///home/user/app/api/d.yaml", files, "file:///home/user/app/parts/missing.yaml", options)).toBe(false);
    expect(await refused("file:///home/user/app/api/d.yaml", files, "file:///home/user/missing.yaml", options)).toBe(true);
  });

  test("an installed package is a project of its own", async () => {
    const files = ["/srv/app/.git/HEAD", "/srv/app/node_modules/@acme/api/package.json", "/srv/app/node_modules/@acme/api/v1/a.yaml"];
    const uri = "file:///srv/app/node_modules/@acme/api/v1/a.yaml";
    expect(await refused(uri, files, "file:///srv/app/node_modules/@acme/api/common.yaml")).toBe(false);
    expect(await refused(uri, files, "file:///srv/app/node_modules/@acme/other/common.yaml")).toBe(true);
    expect(await refused(uri, files, "file:///srv/app/config/prod.yaml")).toBe(true);
  });

  test("the refusal says what it reads, and how to allow more", async () => {
    const files = [description, "/home/user/work/app/.git/HEAD"];
    const configured = policy(root, files, { cwd: "/home/user/work/app" }, { config: "/home/user/work/app/sundial.config.ts" });
    expect(await configured.refusal("file:///home/user/work/shared/pet.yaml")).toMatchObject({
      code: "ref-outside",
      message: "The description refers to ../shared/pet.yaml, which is outside of its project (/home/user/work/app).",
      hint: 'Copy it beside the description, or, if it is a part of it, add "../shared" to `references` in the configuration.',
    });
    const flags = policy(root, files, { cwd: "/home/user/work/app/specs" });
    expect(await flags.refusal("file:///home/user/work/shared/pet.yaml")).toMatchObject({
      message: "The description refers to ../../shared/pet.yaml, which is outside of its project (/home/user/work/app).",
      hint: "Copy it beside the description, or, if it is a part of it, name it with --references ../../shared.",
    });
    expect((await flags.refusal("file:///home/user/work/pet.yaml"))?.hint).toMatch(/name it with --references \.\.\/\.\.\/pet\.yaml\.$/);
    expect((await flags.refusal("file:///home/user/work/$(id)/pet.yaml"))?.hint).toMatch(/name its path with --references\.$/);
  });
});

describe("what is private is not read wherever it lies", () => {
  const root = "file:///project/app/specs/api.yaml";
  const files = ["/project/app/.git/HEAD", "/project/app/specs/api.yaml", "/project/app/.npmrc", "/project/app/keys/server.pem"];

  test.each([
    ".npmrc",
    ".env",
    ".ENV.local",
    ".git/config",
    ".ssh/config",
    "..x.yaml",
    "specs/.env.local.yaml",
    "specs/.hidden/a.yaml",
    "node_modules/a/package.json",
    "NODE_MODULES/a/package.json",
    "specs/secrets.yaml",
    "Secrets.yml",
    "secret.json",
    "secrets",
    "secrets/db.yaml",
    "secrets-prod.yaml",
    "secrets.prod.enc.yaml",
    "secrets2.yaml",
    "credentials",
    "CREDENTIALS.json",
    "credentials.json.",
    "credentials.json::$DATA",
    "credentials_backup.json",
    "gha-creds-0123456789abcdef.json",
    "application_default_credentials.json",
    "client_secret_1234.apps.example.com.json",
    "service-account-key.json",
    "serviceAccount.json",
    "my-app-firebase-adminsdk-x1.json",
    "server.pem",
    "server.KEY",
    "store.p12",
    "store.jks",
    "id_rsa",
    "id_ed25519",
    "id_ed25519.pub",
    "kubeconfig",
    "kubeconfig.yaml",
    "prod.kubeconfig",
    "_netrc",
    "netrc",
    "npmrc",
    "htpasswd",
    "passwd",
    "prod.env",
    "env.production",
    "terraform.tfstate",
    "terraform.tfstate.backup",
    "prod.tfvars.json",
    "vault-password.txt",
    "vault_pass.yml",
    "ｓecrets.yaml",
  ])("%s", async (name) => {
    const { refusal } = policy(root, files);
    const refused = await refusal(new URL(`./${encodeURI(name)}`, "file:///project/app/").href);
    expect(refused?.code).toBe("ref-outside");
    expect(refused?.message).toMatch(/is not read for one: /);
    expect(refused?.hint).toMatch(/^If it is a part of it, name (?:it|its path) with --references/);
  });

  test.each([
    "schemas/SecretList.yaml",
    "schemas/secretary.yaml",
    "schemas/CredentialsRequest.yaml",
    "paths/list-secrets.yaml",
    "paths/orgs_{org}_actions_secrets.yaml",
    "schemas/ClientSecretary.yaml",
    "schemas/key.yaml",
    "schemas/keys.yaml",
    "schemas/token.yaml",
    "schemas/password.yaml",
    "schemas/environment.yaml",
    "schemas/envelope.yaml",
    "schemas/ServiceAccount.yaml",
    "schemas/Identity.yaml",
    "schemas/shadows.yaml",
    "schemas/Vault.yaml",
    "schemas/a..b.yaml",
  ])("but %s is a name that a part of a description has", async (name) => {
    expect(await refused(root, files, new URL(encodeURI(name), "file:///project/app/").href)).toBe(false);
  });

  test("through a symlink, too", async () => {
    const symlinks = {
      "/project/app/specs/link.yaml": "/project/app/.npmrc",
      "/project/app/specs/folder": "/project/app/keys",
      "/project/app/specs/out.yaml": "/etc/hosts.yaml",
      "/project/app/specs/up": "/etc",
    };
    const all = [...files, "/etc/hosts.yaml"];
    for (const name of ["link.yaml", "folder/server.pem", "out.yaml", "up/hosts.yaml"])
      expect(await refused(root, all, `file:///project/app/specs/${name}`, { symlinks })).toBe(true);
  });

  test("a description in such a folder reads what lies beside it", async () => {
    expect(await refused("file:///project/app/.api/a.yaml", files, "file:///project/app/.api/c.yaml")).toBe(false);
    expect(await refused("file:///project/app/secrets/a.yaml", files, "file:///project/app/secrets/c.yaml")).toBe(false);
    expect(await refused("file:///project/app/.api/a.yaml", files, "file:///project/app/.npmrc")).toBe(true);
  });
});

describe("what the configuration names is read", () => {
  const root = "file:///project/app/specs/api.yaml";
  const files = ["/project/app/.git/HEAD", "/project/app/specs/api.yaml", "/project/shared/a.yaml", "/project/shared/.npmrc"];
  const allowing = (...references: readonly string[]) => policy(root, files, {}, { references });

  test("a folder, with all that is in it but what is private", async () => {
    const { refused: isRefused } = allowing("/project/shared");
    expect(await isRefused("file:///project/shared/a.yaml")).toBe(false);
    expect(await isRefused("file:///project/shared/deep/a.yaml")).toBe(false);
    expect(await isRefused("file:///project/shared/.npmrc")).toBe(true);
    expect(await isRefused("file:///project/shared/secrets.yaml")).toBe(true);
    expect(await isRefused("file:///project/shared2/a.yaml")).toBe(true);
    expect(await isRefused("file:///project/a.yaml")).toBe(true);
  });
  test("a file, and nothing beside it", async () => {
    const { refused: isRefused } = allowing("/project/shared/a.yaml", "/project/app/secrets.yaml");
    expect(await isRefused("file:///project/shared/a.yaml")).toBe(false);
    expect(await isRefused("file:///project/app/secrets.yaml")).toBe(false);
    expect(await isRefused("file:///project/shared/b.yaml")).toBe(true);
    expect(await isRefused("file:///project/app/credentials.yaml")).toBe(true);
  });
  test("a folder that is private itself", async () => {
    const { refused: isRefused } = allowing("/project/app/node_modules/@acme/schemas", "/project/app/.shared", "/project/app/secrets");
    expect(await isRefused("file:///project/app/node_modules/@acme/schemas/a.yaml")).toBe(false);
    expect(await isRefused("file:///project/app/node_modules/@acme/other/a.yaml")).toBe(true);
    expect(await isRefused("file:///project/app/.shared/a.yaml")).toBe(false);
    expect(await isRefused("file:///project/app/secrets/list.yaml")).toBe(false);
    expect(await isRefused("file:///project/app/secrets/secrets.yaml")).toBe(true);
  });
  test("and a symlink that leads out of it is not", async () => {
    const { refused: isRefused } = policy(
      root,
      [...files, "/etc/a.yaml"],
      { symlinks: { "/project/shared/l.yaml": "/etc/a.yaml" } },
      { references: ["/project/shared"] },
    );
    expect(await isRefused("file:///project/shared/l.yaml")).toBe(true);
  });
  test("and where a symlink leads is named by what `references` takes", async () => {
    const options = { symlinks: { "/project/app/specs/host.yaml": "/etc/hosts/a.yaml" } };
    const uri = "file:///project/app/specs/host.yaml";
    const { refusal } = policy(root, [...files, "/etc/hosts/a.yaml"], options);
    const found = await refusal(uri);
    expect(found?.message).toMatch(
      /refers to .*specs\/host\.yaml, where a symbolic link leads to \/etc\/hosts\/a\.yaml, outside of its project/,
    );
    const [, named = ""] = /--references (\S+?)\.?$/.exec(found?.hint ?? "") ?? [];
    expect(posix.resolve("/elsewhere", named)).toBe("/etc/hosts/a.yaml");
    const allowed = policy(root, [...files, "/etc/hosts/a.yaml"], options, { references: ["/etc/hosts/a.yaml"] });
    expect(await allowed.refusal(uri)).toBeUndefined();
  });
  test("for a description on disk alone", async () => {
    const settings = { references: ["/project/shared"] };
    expect(await refused("https://example.com/a.yaml", files, "file:///project/shared/a.yaml", {}, settings)).toBe(true);
    expect(await refused("stdin:", files, "file:///project/shared/a.yaml", {}, settings)).toBe(true);
  });
});

describe("however a reference is spelled", () => {
  const files = ["/project/app/.git/HEAD", "/project/app/specs/api.yaml", "/project/secret.yaml"];
  const base = "file:///project/app/specs/api.yaml";
  test.each([
    "../../secret.yaml",
    "..\\..\\secret.yaml",
    "/project/secret.yaml",
    "file:///project/secret.yaml",
    "FILE:///project/secret.yaml",
    "file:/project/secret.yaml",
    "file:../../secret.yaml",
    "file://localhost/project/secret.yaml",
    "file://other.example/project/app/specs/secret.yaml",
    "//other.example/project/app/specs/secret.yaml",
    "\\\\other.example\\share\\secret.yaml",
    "%2e%2e/%2E%2E/secret.yaml",
    ".%2e/%2e./secret.yaml",
    "..%2f..%2fsecret.yaml",
    "..%5c..%5c..%5csecret.yaml/../../../../secret.yaml",
    "x/../../../secret.yaml",
    "./../.././secret.yaml",
    "../../../../../../../../project/secret.yaml",
    "../../secret.yaml?x",
    "data:application/json,{}",
    "ftp://example.com/a.yaml",
    "http://169.254.169.254/latest",
    "https://example.com/a.yaml",
    "blob:https://example.com/1",
    "urn:example:a",
  ])("%s leads out of it", async (reference) => {
    expect(await refused(base, files, new URL(reference, base).href)).toBe(true);
  });
  test.each(["a.yaml", "./b/../a.yaml", "b%5Ca.yaml", "a%20b.yaml", "../specs/a.yaml", "file:a.yaml", "a.yaml?x=1", "b\\a.yaml"])(
    "%s does not",
    async (reference) => {
      expect(await refused(base, files, new URL(reference, base).href)).toBe(false);
    },
  );
  test("what is outside is not looked for", async () => {
    const { asked, refusal } = policy(base, files);
    await refusal("file:///net/other.example/a.yaml");
    await refusal("file:///project/secret.yaml");
    expect(asked).not.toContain("/net/other.example/a.yaml");
    expect(asked).not.toContain("/project/secret.yaml");
  });
});

describe("a symlink as the description", () => {
  const files = ["/project/app/.git/HEAD", "/vendor/api/.git/HEAD", "/vendor/api/v1/api.yaml", "/vendor/api/common.yaml", "/vendor/b.yaml"];
  const options = {
    symlinks: { "/project/app/specs/api.yaml": "/vendor/api/v1/api.yaml", "/project/app/specs/common.yaml": "/vendor/api/common.yaml" },
  };
  test.each([
    ["file:///project/app/other.yaml", false],
    ["file:///project/app/specs/common.yaml", false],
    ["file:///vendor/api/common.yaml", false],
    ["file:///vendor/b.yaml", true],
    ["file:///project/b.yaml", true],
  ])("reads files of both projects: %s", async (uri, expected) => {
    expect(await refused("file:///project/app/specs/api.yaml", files, uri, options)).toBe(expected);
  });
});

describe("a description from the network", () => {
  test.each([
    ["https://example.com/specs/a.yaml", false],
    ["https://example.com:8443/a.yaml", true],
    ["http://example.com/a.yaml", true],
    ["https://example.org/a.yaml", true],
    ["file:///etc/passwd", true],
    ["file:///elsewhere/a.yaml", true],
  ])("and a reference to %s: refused %s", async (uri, expected) => {
    expect(await refused("https://example.com/openapi.yaml", ["/elsewhere/a.yaml"], uri)).toBe(expected);
  });
});

test("a description from standard input refers to nothing but itself", async () => {
  expect(await refused("stdin:", ["/elsewhere/a.yaml"], "file:///elsewhere/a.yaml")).toBe(true);
});
