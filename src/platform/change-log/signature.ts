import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Makes a secret that deliveries are signed with. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Whether a text is such a secret: `whsec_` and 24 to 64 bytes as Base64. */
export function isSigningSecret(text: string): boolean {
  if (!text.startsWith(PREFIX) || !/^[A-Za-z0-9+/]+={0,2}$/.test(text.slice(PREFIX.length))) return false;
  const { length } = Buffer.from(text.slice(PREFIX.length), 'base64');
  return length >= 24 && length <= 64;
}

/**
 * The headers by which a receiver knows who has sent a body and when. Source: Standard Webhooks specification 1.0, which signs
 * `<id>.<seconds>.<body>` by HMAC-SHA256. An id with full stops would be ambiguous there.
 */
export function signatureHeaders(secret: string, id: string, body: string): Record<string, string> {
  // By the machine's clock: receivers compare it with theirs.
  const seconds = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}
