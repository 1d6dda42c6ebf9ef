import { afterAll, beforeAll, expect, it } from 'vitest';
import { fails, ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

it('lists the modules by the names of the interface, each once', async () => {
  const names: string[] = ok(await souk.admin.get('/V1/modules'));
  expect(names).toEqual(
    expect.arrayContaining([
      'Magento_Store',
      'Magento_Directory',
      'Magento_Eav',
      'Magento_Catalog',
      'Magento_CatalogInventory',
      'Magento_Backend',
      'Magento_Webapi',
      'Magento_SwaggerWebapi',
      'Magento_AsynchronousOperations',
    ]),
  );
  expect(names.filter((name) => !/^Magento_[A-Z]\w+$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

it('lists them all whatever page is asked for', async () => {
  const all = ok(await souk.admin.get('/V1/modules'));
  expect(ok(await souk.admin.get('/V1/modules?searchCriteria[pageSize]=5&searchCriteria[currentPage]=2'))).toEqual(all);
});

it('refuses a guest', async () => {
  expect(fails(await souk.guest.get('/V1/modules'), 401).parameters).toEqual({ resources: 'Magento_Backend::admin' });
});

it('has no single module and nothing to write', async () => {
  fails(await souk.admin.get('/V1/modules/Magento_Backend'), 404, 'Request does not match any route.');
  fails(await souk.admin.post('/V1/modules'), 404, 'Request does not match any route.');
});
