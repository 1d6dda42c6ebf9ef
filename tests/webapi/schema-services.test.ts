import { afterAll, beforeAll, expect, test } from 'vitest';
import { fails, ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

test('shows a caller the calls that are open, of whatever services are named', async () => {
  const paths = async (caller: Souk['guest'], services: string): Promise<string[]> =>
    Object.keys(ok(await caller.get(`/schema?services=${services}`)).paths);
  const open = 'directoryCountryInformationAcquirerV1';
  expect(await paths(souk.guest, 'storeWebsiteRepositoryV1')).toEqual([]);
  expect(await paths(souk.guest, `storeWebsiteRepositoryV1,${open}`)).toEqual(await paths(souk.guest, open));
  expect(await paths(souk.admin, 'storeWebsiteRepositoryV1')).toEqual(['/V1/store/websites']);
  fails(await souk.guest.get('/schema?services=noSuchServiceV1'), 400, /noSuchServiceV1/);
});
