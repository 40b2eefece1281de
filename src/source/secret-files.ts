/** Why a file of a name is not read for a description, unless the configuration names it; a name alone, of a file or of a folder. */
export function secretReasonOf(name: string): "hidden" | "installed" | "secret" | undefined {
  if (name.startsWith(".")) return "hidden";
  const plain = plainName(name);
  if (plain === "node_modules") return "installed";
  return secretNames.some((pattern) => pattern.test(plain)) ? "secret" : undefined;
}

/** As the least careful file system takes it: Windows drops dots and blanks at the end, and what stands behind a colon; capitals are the same as small letters on many. */
function plainName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/:.*$/s, "")
    .replace(/(?<![. ])[. ]+$/, "");
}

/**
 * Names of files that commonly hold secrets, in small letters. Those that begin with a dot (`.env`, `.npmrc`, `.netrc`, `.ssh`, `.aws`) are hidden anyway.
 * Words such as `secrets` count at the beginning only: `list-secrets.yaml` and `SecretList.yaml` are names that parts of descriptions have.
 */
const secretNames: readonly RegExp[] = [
  /^(?:credentials?|secrets?)(?![a-z])/,
  /^(?:gha-creds-|application[-_]default[-_]credentials|client[-_]secret|service[-_]?account.*\.json$|.*firebase-adminsdk)/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  /^[._]?(?:netrc|npmrc|pgpass|pypirc|htpasswd|passwd|shadow|kubeconfig)(?![a-z])/,
  /^vault[-_]?pass/,
  /(?:^|\.)env(?:\.|$)/,
  /\.(?:pem|key|p8|p12|pfx|pkcs12|keytab|jks|keystore|truststore|ppk|asc|gpg|pgp|age|kdbx?|ovpn|kubeconfig)$/,
  /\.(?:tfstate|tfvars)(?:\.|$)/,
];
