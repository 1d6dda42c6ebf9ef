import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The input of an OAuth 1.0a signature (RFC 5849, 3.4). Texts are as received: one character for each byte. */
export interface SignedContent {
  readonly method: string;
  /** Scheme, host, port and path without a query: `https://shop.example.com:8443/rest/V1/products`. */
  readonly url: string;
  /** The query without its question mark. */
  readonly query: string;
  /** The body of a form (`application/x-www-form-urlencoded`); other bodies are not signed. */
  readonly form?: string | undefined;
  /** Parameters of the Authorization header, decoded. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** The secrets of an integration: of its consumer, and of its access token. */
interface SigningSecrets {
  readonly consumer: string;
  readonly token: string;
}

/** Digests by signature method. */
export const signatureMethods: ReadonlyMap<string, string> = new Map([
  ['HMAC-SHA256', 'sha256'],
  ['HMAC-SHA1', 'sha1'],
]);

/** Whether an Authorization header has a signature: such a request can be authenticated once only. */
export function isSigned(header: string | undefined): boolean {
  return header !== undefined && /^oauth\s/i.test(header);
}

/**
 * The parameters of an `Authorization: OAuth …` header, decoded; undefined for another scheme. Of a parameter that is
 * repeated, the last counts.
 */
export function parseAuthorization(header: string): ReadonlyMap<string, string> | undefined {
  const [, list] = /^oauth\s(.*)$/is.exec(header) ?? [];
  if (list === undefined) return undefined;
  const parameters = new Map<string, string>();
  for (const part of list.split(',')) {
    const at = part.indexOf('=');
    if (at > 0) parameters.set(decode(part.slice(0, at).trim()), decode(unquote(part.slice(at + 1).trim())));
  }
  return parameters;
}

function unquote(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** Whether `signature` (base64) is the one of `parts` under these secrets; takes the same time wherever it differs. */
export function verifySignature(
  parts: SignedContent,
  signature: string,
  digest: string,
  secrets: SigningSecrets,
): boolean {
  const expected = signatureOf(parts, digest, secrets);
  const actual = Buffer.from(signature, 'base64');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function signatureOf(parts: SignedContent, digest: string, secrets: SigningSecrets): Buffer {
  const key = `${encode(secrets.consumer)}&${encode(secrets.token)}`;
  return createHmac(digest, key).update(baseString(parts)).digest();
}

/** The `Authorization` header of a request that an integration signs (HMAC-SHA256), with a new nonce. */
export function signedHeader(
  url: string,
  keys: { readonly consumer: string; readonly token: string },
  secrets: SigningSecrets,
  method: 'GET' | 'POST' = 'GET',
): string {
  const at = url.indexOf('?');
  const [address, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
  const parameters = new Map([
    ['oauth_consumer_key', keys.consumer],
    ['oauth_token', keys.token],
    ['oauth_signature_method', 'HMAC-SHA256'],
    ['oauth_timestamp', String(Math.floor(Date.now() / 1000))],
    ['oauth_nonce', randomBytes(16).toString('hex')],
    ['oauth_version', '1.0'],
  ]);
  const signature = signatureOf({ method, url: address, query, parameters }, 'sha256', secrets);
  parameters.set('oauth_signature', signature.toString('base64'));
  return `OAuth ${[...parameters].map(([name, value]) => `${name}="${encode(value)}"`).join(', ')}`;
}

/** The text that is signed (RFC 5849, 3.4.1). */
export function baseString(parts: SignedContent): string {
  return [parts.method.toUpperCase(), baseUri(parts.url), normalizedParameters(parts)].map(encode).join('&');
}

/** The URL with scheme and host in lower case and without the scheme's own port (RFC 5849, 3.4.1.2). */
function baseUri(url: string): string {
  const [, scheme = '', authority = '', path = ''] = /^([^:]+):\/\/([^/]*)(.*)$/s.exec(url) ?? [];
  const port = scheme.toLowerCase() === 'https' ? /:443$/ : /:80$/;
  return `${scheme.toLowerCase()}://${authority.toLowerCase().replace(port, '')}${path === '' ? '/' : path}`;
}

/** All parameters, encoded, sorted by name and then by value, and joined (RFC 5849, 3.4.1.3). */
function normalizedParameters({ query, form, parameters }: SignedContent): string {
  const pairs = [...formPairs(query), ...formPairs(form ?? '')];
  for (const [name, value] of parameters) {
    if (name !== 'realm') pairs.push([encode(name), encode(value)]);
  }
  return pairs
    .filter(([name]) => name !== 'oauth_signature')
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Names and values of a form or query, in the one encoding that signatures use. */
function formPairs(text: string): [name: string, value: string][] {
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
      return [encode(decodeForm(name)), encode(decodeForm(value))];
    });
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Percent-encodes every byte but letters, digits and `-._~` (RFC 5849, 3.6). */
function encode(bytes: string): string {
  return bytes.replace(/[^A-Za-z0-9\-._~]/g, (byte) => {
    return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

/** Undoes percent-encoding, to one character for each byte; a `%` that encodes nothing stands for itself. */
function decode(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

function decodeForm(text: string): string {
  return decode(text.replaceAll('+', ' '));
}
