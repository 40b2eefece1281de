/**
 * The parts of a form as bytes, under another media type than that of forms: `fetch` writes `multipart/form-data` alone.
 * @see https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1
 * @see https://html.spec.whatwg.org/#multipart-form-data
 */

/** The bytes, and the media type with the boundary: the one that it says, or a new one. */
export function writeParts(form: FormData, mediaType: string): { readonly body: Blob; readonly contentType: string } {
  const said = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(mediaType);
  const boundary = said?.[1] ?? said?.[2] ?? newBoundary();
  const written: (string | Blob)[] = [];
  form.forEach((value: string | Blob, name: string) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(lines(name))}"`;
    if (typeof value === "string") written.push(`${head}\r\n\r\n${lines(value)}\r\n`);
    else {
      const { name: fileName = "blob" } = value as Blob & { readonly name?: string }; // a form makes a file of every Blob
      written.push(
        `${head}; filename="${quoted(fileName)}"\r\nContent-Type: ${value.type || "application/octet-stream"}\r\n\r\n`,
        value,
        "\r\n",
      );
    }
  });
  written.push(`--${boundary}--\r\n`);
  return { body: new Blob(written), contentType: said === null ? `${mediaType}; boundary=${boundary}` : mediaType };
}

/** Too long to stand in a file by chance. */
function newBoundary(): string {
  let text = "parts-";
  for (const byte of crypto.getRandomValues(new Uint8Array(18))) text += byte.toString(16).padStart(2, "0");
  return text;
}

const lines = (text: string): string => text.replace(/\r\n|\r|\n/g, "\r\n");

/** As browsers write what would end the quotes or the line. */
const quoted = (text: string): string => text.replace(/["\r\n]/g, encodeURIComponent);
