import type { Entry } from "./diagnostic.js";

/** What reading and parsing a file can report. */
export const sourceCodes = {
  "file-not-found": {
    severity: "error",
    title: "A file does not exist or cannot be read.",
    explanation:
      "Check the spelling of the path. Relative paths are relative to the file that names them, and on the command line to the current folder.",
  },
  "fetch-failed": {
    severity: "error",
    title: "A URL could not be read.",
    explanation:
      "What the server answers is no file, or the connection to it is not what it should be. Open the URL in a browser, or download the file and name the copy.",
  },
  "server-unreachable": {
    severity: "error",
    title: "The server of a URL does not answer, or cannot now.",
    explanation:
      "There is no network, or no way to the server; it took longer than a minute, ended in the middle, or said that it has a problem or too many requests. Run the command again. Where this keeps `check` from reading a description, and the output is what was made of it the last time, that is a warning: nothing can be said of what the vendor may have changed. With a copy in the repository, `check` needs no network: `input: { url, snapshot }`.",
  },
  "file-too-large": {
    severity: "error",
    title: "A file is too large.",
    explanation: "At most 100 MB are read per file. Split the description into several files, or leave out examples.",
  },
  "too-many-files": {
    severity: "error",
    title: "A description refers to too many files.",
    explanation:
      "At most 5,000 files, with 500 MB of text, are read for one description, on disk as on the network. Real descriptions have up to some two thousand. A server that answers every address with a file that refers to one more, such as a relative reference to a page that is always found, would be asked for ever; and one that answers each time just before the minute of an answer is over, for days: all files on the network are read within ten minutes. Where all are meant, bundle the description (`npx @redocly/cli bundle openapi.yaml -o bundled.yaml`), and name the bundle: one file may have 100 MB. Or generate from several descriptions.",
  },
  "description-too-large": {
    severity: "error",
    title: "A description, or the code that would be made of it, has too many parts.",
    explanation:
      "At most 1,000,000 schemas, 200,000 of them with names, 50,000 operations and 2,000,000 references are read for one description. More take more memory than most machines have, and so does the code that would be made of them. Descriptions that are published have fewer of each, those included whose references are all written out. At most 100,000,000 characters are printed into one file of the output, and 200,000,000 into all: what a description says once may stand at many places of the code. Where integers of 64 bits are told from other numbers, at most 5,000,000 schemas of values are looked at: schemas that combine one another, and lead to one another in most of their members, describe values in more ways than can be counted. No option raises these limits. `include` and `exclude` read a part of a description, and what is left out is not counted.",
  },
  "not-text": {
    severity: "error",
    title: "A file is no text.",
    explanation:
      "Descriptions are read as UTF-8, with or without a byte order mark, and as UTF-16. What a server sends may also be of the encoding that it names: `Content-Type: text/yaml; charset=iso-8859-1`. Save the file again in one of these encodings.",
  },
  syntax: {
    severity: "error",
    title: "A file is neither valid JSON nor valid YAML.",
    explanation:
      "Text that begins with { or [ is read as JSON, all other text as YAML 1.2. The messages list all mistakes that were found. Correct the first one first, since it may cause the others.",
  },
  "json-extras": {
    severity: "error",
    title: "JSON has comments, a comma behind a last member, or a tab in a string.",
    explanation:
      "JSON has none of these (RFC 8259), and many programs refuse a file with them. Remove them, write control characters as escapes (`\\t`), or write YAML.",
    assumed: "comments and commas are passed over, and a control character is read as it stands",
  },
  "duplicate-key": {
    severity: "error",
    title: "An object has two members of one name.",
    explanation: "Most parsers silently keep the last member, others the first. Remove or rename one of them.",
    assumed: "the last one counts",
  },
  "number-too-large": {
    severity: "warning",
    title: "A number is beyond all that programs hold.",
    explanation:
      "JSON sets no bounds to numbers, but programs hold none above some 1.8e308: most read 1e400 as infinity, which JSON does not have. The number is read as a text, as `.inf` is in YAML. Where a keyword wants a number, that is a mistake of its own. Leave the bound out where any number is meant.",
  },
  "too-deep": {
    severity: "error",
    title: "A file is nested too deeply.",
    explanation:
      "At most 100 levels of objects and lists are read. Real descriptions have about 25. Move inner schemas into components and refer to them.",
  },
  "names-too-long": {
    severity: "error",
    title: "The names in a file are too long.",
    explanation:
      "A place in a file is a JSON Pointer, which repeats the names of all objects around it. Under a name of 100,000 characters, each of a thousand properties has a place as long as that. At most 1,000,000,000 characters are kept of all places of a file together; the largest descriptions that are published have less than a third. Shorten the names: the message has the line of the longest one. No option raises this limit.",
  },
  "yaml-tag": {
    severity: "warning",
    title: "A YAML file has a tag that says nothing here.",
    explanation:
      'A tag such as !Sub or !!timestamp tells a program how to make a value of what is written. What is written is read as it is, so `!Sub "${Host}"` is the text with the braces in it. Tags in extensions (x-…) are not told.',
  },
  "yaml-alias": {
    severity: "error",
    title: "The aliases of a YAML file cannot be followed.",
    explanation:
      "An alias (*name) is inside its own anchor (&name), aliases of aliases expand to millions of values or to far more text than the file has, or merge keys (<<) add far more members than it has. At most 5,000,000 values are read, 100 times as many characters as the file has (in any case 100,000), and 10 times as many merged members (in any case 500,000). All of it would become code. Refer to components with $ref instead: what they name is code once. No option raises these limits.",
  },
} as const satisfies Record<string, Entry>;
