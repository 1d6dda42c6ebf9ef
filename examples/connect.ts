// What the examples have in common: where the shop is, and who calls.
import { createClient } from 'souk-client';

const { SOUK_URL, SOUK_TOKEN, SOUK_USER, SOUK_PASSWORD } = process.env;

/** Address of the shop. */
export const baseUrl = SOUK_URL ?? 'http://127.0.0.1:8080';

let known = SOUK_TOKEN;

/** The token to call with; another one than `refused`, where there can be one: an admin user's token expires after some hours. */
export async function accessToken(refused?: string): Promise<string> {
  if (known !== undefined && known !== refused) return known;
  if (!SOUK_USER) throw new Error('set SOUK_TOKEN, or SOUK_USER and SOUK_PASSWORD');
  if (!SOUK_PASSWORD) throw new Error('set SOUK_PASSWORD');
  const guest = createClient({ baseUrl });
  return (known = await guest.adminTokens.createAdminAccessToken({ username: SOUK_USER, password: SOUK_PASSWORD }));
}

/** The typed client, for the values of all store views. */
export const shop = createClient({ baseUrl, token: accessToken, store: 'all' });
