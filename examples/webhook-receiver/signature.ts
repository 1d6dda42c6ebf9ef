import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that the sender's clock may be wrong by; older deliveries may have been recorded by somebody and sent again. */
const TOLERANCE = 300;

/** Headers as Node.js gives them. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether a delivery is from who knows the secret (`whsec_…`), and of now. `body`: the bytes as they came. */
export function isSigned(secret: string, headers: Headers, body: Buffer, now = Date.now() / 1000): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  if (typeof signatures !== 'string' || typeof id !== 'string' || typeof time !== 'string') return false;
  if (id === '' || !(Math.abs(now - Number(time)) <= TOLERANCE)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
  // Several while a secret is being changed.
  return signatures.split(' ').some((one) => {
    const [version, text = ''] = one.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
