import { generateKeyPairSync } from 'node:crypto';
import type { Call } from '../../kernel/call.ts';
import { KEY_PURPOSE } from './hooks.ts';

/** Creates a new signing key for requests to hooks, or removes it; returns the public key or a message. */
export async function changeKey(call: Call, isRemoved: boolean): Promise<string> {
  await call.db.deleteFrom('webhook_key').execute();
  await call.services.webhooks.hooks.invalidate(call);
  if (isRemoved) return 'requests to hooks are not signed any more';
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const private_key = call.services.access.secrets.encrypt(privateKey, KEY_PURPOSE);
  await call.db.insertInto('webhook_key').values({ id: 1, public_key: publicKey, private_key }).execute();
  return publicKey.trim();
}
