import { expect } from 'vitest';
import { ok, until, type Souk } from '../support/souk.ts';

/** Makes the website `eu` (2) with the store view `fr` (2); `currency`: another one than the first website's. Resolves when the server knows it. */
export async function makeEurope(souk: Souk, currency?: string): Promise<void> {
  for (const args of [
    ['website:create', 'eu', 'Europe', ...(currency === undefined ? [] : ['--currency', currency])],
    ['store:group:create', 'eu_store', 'Europe', '--website', 'eu'],
    ['store:view:create', 'fr', 'French', '--group', 'eu_store'],
  ]) {
    const { code, stderr } = await souk.cli(...args);
    expect(code, stderr).toBe(0);
  }
  await until(async () => ok(await souk.admin.get('/V1/store/storeViews')).length === 3);
}
