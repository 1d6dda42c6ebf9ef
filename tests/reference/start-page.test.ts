import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

/** The page that is shown to one who asks for this host. */
function pageFor(host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(souk.base, { headers: { host, accept: 'text/html' } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve(text));
    });
    sent.on('error', reject).end();
  });
}

test('programs learn as JSON what this is and where to go, and every place is there', async () => {
  for (const accept of ['*/*', 'application/json']) {
    const answer = await fetch(`${souk.base}/`, { headers: { accept } });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { about, rest, graphql, ...places } = (await answer.json()) as Record<string, string>;
    expect(about).toContain('the REST and GraphQL interfaces');
    expect({ rest, graphql }).toEqual({ rest: '/rest/V1', graphql: '/graphql' });
    expect(Object.keys(places)).toEqual([
      'console',
      'documentation',
      'reference',
      'openapi',
      'schema',
      'health',
      'metrics',
    ]);
    for (const path of Object.values(places)) expect((await fetch(souk.base + path)).status, path).toBe(200);
  }
});

test('people get a page, and the host that they asked for is only text in it', async () => {
  const answer = await fetch(`${souk.base}/`, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('vary')).toContain('accept');
  expect(await answer.text()).toContain(`${souk.base}/rest/V1/integration/admin/token`);
  const strange = await pageFor('shop.example"><b>');
  expect(strange).toContain('shop.example&#34;&#62;&#60;b&#62;/rest/V1');
  expect(strange).not.toContain('<b>');
});

test('places that are closed are not named', async () => {
  expect((await souk.cli('module:disable', 'Magento_Swagger')).code).toBe(0);
  try {
    await expect.poll(async () => ok(await souk.guest.raw('GET', '/'))).not.toHaveProperty('reference');
  } finally {
    await souk.cli('module:enable', 'Magento_Swagger');
  }
});
