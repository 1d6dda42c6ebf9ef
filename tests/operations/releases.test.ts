import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk({ env: { SOUK_RELEASE: '2.3.7' } });
});
afterAll(() => souk?.stop());

test('before release 2.4, what is deleted is deleted at once or not at all', async () => {
  const block = { identifier: 'kept', title: 'Kept', content: '' };
  expect((await souk.admin.post('/async/V1/cmsBlock', { block })).status).toBe(202);
  const refused = await souk.admin.post('/async/V1/no-such-route', {});
  const { message } = refused.body;
  for (const path of ['/async/V1/cmsBlock/1', '/async/bulk/V1/cmsBlock/byBlockId']) {
    const answer = await souk.admin.delete(path, path.includes('bulk') ? [{ blockId: 1 }] : undefined);
    expect([answer.status, answer.body.message]).toEqual([refused.status, message]);
  }
  const { paths } = (await souk.admin.get('/async/schema?services=all')).body as { paths: Record<string, object> };
  const methods = new Set(Object.values(paths).flatMap((operations) => Object.keys(operations)));
  expect([...methods].sort()).toEqual(['post', 'put']);
});
