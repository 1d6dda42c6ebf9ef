import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSouk, until, type Souk } from '../support/souk.ts';

// After a change of an email or its texts: vitest run tests/mail/previews.test.ts -u, and read the difference.

let souk: Souk;
const folder = mkdtempSync(join(tmpdir(), 'souk-previews-'));
beforeAll(async () => {
  souk = await startSouk();
  await souk.configure({ 'general/store_information/name': 'Oak & Linen' });
  for (const section of ['unsecure', 'secure']) {
    expect((await souk.cli('config:set', `web/${section}/base_url`, 'https://shop.example/')).stderr).toBe('');
  }
  const view = ['store:view:create', 'de', 'Deutsch', '--group', 'main_website_store', '--locale', 'de_DE'];
  expect((await souk.cli(...view)).stderr).toBe('');
  await until(async () => (await souk.admin.store('de').get('/V1/store/websites')).status === 200);
});
afterAll(async () => {
  await souk.stop();
  rmSync(folder, { recursive: true });
});

/** A preview as text and as HTML. */
async function preview(id: string, store: string): Promise<{ text: string; html: string }> {
  const file = join(folder, 'preview.html');
  const { stdout, stderr } = await souk.cli('mail:preview', id, '--store', store, '--html', file);
  expect(stderr).toBe('');
  return { text: stdout.replace(/^HTML: .*\n/m, ''), html: readFileSync(file, 'utf8') };
}

describe('the previews of all emails', () => {
  it.each([
    ['default', 'en'],
    ['de', 'de'],
  ])('of the store view %s are those of previews/%s.txt', async (store, language) => {
    const ids = (await souk.cli('mail:list')).stdout.match(/^\w+/gm) ?? [];
    expect(ids.length).toBeGreaterThan(30);
    const texts: string[] = [];
    for (const id of ids) texts.push(`===== ${id} =====\n${(await preview(id, store)).text}`);
    await expect(texts.join('\n')).toMatchFileSnapshot(`previews/${language}.txt`);
  });

  it.each(['sales_order', 'sales_shipment'])('of %s in HTML is that of previews', async (id) => {
    await expect((await preview(id, 'default')).html).toMatchFileSnapshot(`previews/${id}.html`);
  });
});
