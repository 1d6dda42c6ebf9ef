import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProcess, type SoukProcess } from '../support/souk.ts';

let souk: SoukProcess;
beforeAll(async () => {
  souk = await startProcess();
});
afterAll(() => souk?.stop());

// Programs that read standard output get nothing to read; people are told.
it.each([
  [['integration:list'], 'no integrations\n'],
  [['audit:list', '--user', 'nobody'], 'no entries\n'],
  [['audit:list', '--json', '--user', 'nobody'], 'no entries\n'],
  [['checkout:agreements:list'], 'no agreements\n'],
  [['sales:downloads', '12345'], 'no downloads\n'],
  [['config:show', 'souk/identity/jwks_url'], 'nothing is set at souk/identity/jwks_url\n'],
])('%j says that there is nothing to list', async (args, told) => {
  expect(await souk.cli(...args)).toEqual({ code: 0, stdout: '', stderr: told });
});

it('config:show refuses a path that nothing reads', async () => {
  const { code, stdout, stderr } = await souk.cli('config:show', 'general/locale/codes');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('The "general/locale/codes" path doesn\'t exist.');
});
