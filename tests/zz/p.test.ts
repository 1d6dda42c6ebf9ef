import { test } from 'vitest';
import { startSouk } from '../support/souk.ts';
import { openShop, settle } from '../fuzz/people.ts';
test('print', async () => {
  const souk = await startSouk();
  const c = await openShop(souk);
  const p = await settle(souk, c, 'Zebrafinch');
  console.log(JSON.stringify(p.ids, null, 1));
  console.log((await p.gql.send('{customer{orders{items{number items{id product_sku} }}}}')).text);
  await souk.stop();
});
