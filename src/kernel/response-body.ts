/** Default limit for response bodies of other servers, in bytes. */
const LARGEST_BODY = 2 ** 20;

/** The chunks of a response body: from `fetch`, or from Node's HTTP client. */
type BodyChunks = AsyncIterable<Uint8Array>;

/** A response body exceeds its limit. */
class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`the response has more than ${limit} bytes`);
    this.name = 'BodyTooLarge';
  }
}

/** Reads a response body as JSON, of at most `limit` bytes. Throws for a longer one, and for text that is not JSON. */
export async function readJsonBody(body: BodyChunks | null, limit = LARGEST_BODY): Promise<unknown> {
  return JSON.parse(await readTextBody(body, limit));
}

/** Reads a response body as UTF-8, of at most `limit` bytes. Throws for a longer one, and closes its connection. */
export async function readTextBody(body: BodyChunks | null, limit = LARGEST_BODY): Promise<string> {
  const { text, isWhole } = await readBodyStart(body, limit);
  if (!isWhole) throw new BodyTooLarge(limit);
  return text;
}

/** Reads at most the first `limit` bytes of a response body as UTF-8, and closes the connection of a longer one. */
export async function readBodyStart(
  body: BodyChunks | null,
  limit: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > limit) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, limit));
  return { text, isWhole: bytes <= limit };
}

/** Reads a response body of at most `limit` bytes. Throws for a longer one, and closes its connection. */
export async function readBinaryBody(body: BodyChunks | null, limit = LARGEST_BODY): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw new BodyTooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
