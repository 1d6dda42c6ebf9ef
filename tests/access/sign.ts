import { createHmac } from 'node:crypto';
import type { Credentials } from '../../src/platform/access/integration-credentials.ts';

/** What a test may get wrong on purpose. */
export interface SigningOptions {
  readonly method?: string;
  readonly signatureMethod?: 'HMAC-SHA256' | 'HMAC-SHA1';
  readonly nonce?: string;
  /** Seconds since 1970. */
  readonly timestamp?: number;
  readonly form?: string;
  /** Header parameters to change; undefined leaves one out. */
  readonly change?: Readonly<Record<string, string | undefined>>;
  readonly signature?: string;
}

let counter = 0;

/** The Authorization header of a client that signs by RFC 5849; written apart from the server's own code. */
export function sign(credentials: Credentials, url: string, options: SigningOptions = {}): string {
  const {
    method = 'GET',
    signatureMethod = 'HMAC-SHA256',
    form = '',
    timestamp = Math.floor(Date.now() / 1000),
  } = options;
  const protocol: Record<string, string | undefined> = {
    oauth_consumer_key: credentials.consumer_key,
    oauth_token: credentials.access_token,
    oauth_signature_method: signatureMethod,
    oauth_timestamp: String(timestamp),
    oauth_nonce: options.nonce ?? `${process.pid}-${(counter += 1)}-${Date.now()}`,
    oauth_version: '1.0',
    ...options.change,
  };
  const sent = Object.entries(protocol).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const target = new URL(url);
  const parameters = [...target.searchParams, ...new URLSearchParams(form), ...sent]
    .map(([name, value]) => `${escape(name)}=${escape(value)}`)
    .sort(bySignatureOrder);
  const base = [method, `${target.origin}${target.pathname}`, parameters.join('&')].map(escape).join('&');
  const key = `${escape(credentials.consumer_secret)}&${escape(credentials.access_token_secret)}`;
  const digest = signatureMethod === 'HMAC-SHA1' ? 'sha1' : 'sha256';
  const signature = options.signature ?? createHmac(digest, key).update(base).digest('base64');
  return `OAuth ${[...sent, ['oauth_signature', signature]].map(([name, value]) => `${name}="${escape(value!)}"`).join(', ')}`;
}

/** By name, then by value: the sign between them is lower than any that an encoded name may hold but `-` and `.`. */
function bySignatureOrder(a: string, b: string): number {
  const [x, y] = [a.split('='), b.split('=')] as [[string, string], [string, string]];
  return Buffer.compare(Buffer.from(x[0]), Buffer.from(y[0])) || Buffer.compare(Buffer.from(x[1]), Buffer.from(y[1]));
}

function escape(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
