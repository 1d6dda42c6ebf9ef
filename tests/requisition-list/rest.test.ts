import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeConfigurable, makeProduct, makeSelect, makeVariants } from '../catalog/composites.ts';
import type { Answer, Client } from '../support/client.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { configured } from '../support/customers.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';
import { ON } from './shop.ts';

let souk: Souk;
let me: Client;
let id: number;
beforeAll(async () => {
  souk = await startSouk();
  await souk.configure(ON);
});
afterAll(() => souk?.stop());
beforeEach(async () => {
  const customer = await newCustomer(souk);
  id = customer.id;
  me = await signIn(souk, customer.email);
});

const save = (caller: Client, requisitionList: object): Promise<Answer> =>
  caller.post('/V1/requisition_lists', { requisitionList });

describe('POST /V1/requisition_lists', () => {
  it('creates a list with its items', async () => {
    const { sku } = await makeProduct(souk);
    const list = ok(await save(me, { name: 'Office', description: 'Monthly', items: [{ sku, qty: 2 }] }));
    expect(list).toMatchObject({
      customer_id: id,
      name: 'Office',
      description: 'Monthly',
      items: [{ sku, qty: 2, requisition_list_id: list.id, options: [], store_id: 1 }],
    });
    // The caller is the owner, whatever the request says.
    expect(ok(await save(me, { name: 'Other', customer_id: 1 }))).toMatchObject({ customer_id: id, items: [] });
  });

  it('changes a list; its items are those of the request', async () => {
    const [one, two, three] = await Promise.all([0, 1, 2].map(() => makeProduct(souk)));
    const items = [one, two].map(({ sku }) => ({ sku, qty: 1 }));
    const list = ok(await save(me, { name: 'Office', items }));
    const [first] = list.items;
    const changed = ok(
      await save(me, {
        id: list.id,
        name: 'Workshop',
        items: [
          { ...first, qty: 5 },
          { sku: three.sku, qty: 3 },
        ],
      }),
    );
    expect(changed).toMatchObject({
      id: list.id,
      name: 'Workshop',
      items: [
        { id: first.id, sku: one.sku, qty: 5 },
        { sku: three.sku, qty: 3 },
      ],
    });
    expect(ok(await save(me, { id: list.id, name: 'Attic' })).items).toHaveLength(2);
  });

  it('D367: has choices as a product option, and as texts in responses', async () => {
    const select = await makeSelect(souk, ['Red', 'Blue']);
    const configurable = await makeConfigurable(souk, select, await makeVariants(souk, select, [{}, {}]));
    const configurable_item_options = [{ option_id: String(select.id), option_value: Number(select.values[1]) }];
    const product_option = { extension_attributes: { configurable_item_options } };
    const item = { sku: configurable.sku, qty: 1, extension_attributes: { product_option } };
    const list = ok(await save(me, { name: 'Shirts', items: [item] }));
    const options = [JSON.stringify({ configurable_item_options })];
    expect(list.items).toMatchObject([{ options }]);
    // A response can be sent again.
    expect(ok(await save(me, list)).items).toMatchObject([{ id: list.items[0].id, options }]);
    const other = await save(me, { ...list, items: [{ ...list.items[0], options: ['{"x":1}'] }] });
    expect(other).toMatchObject({
      status: 400,
      body: { message: `Specify the choices of the product "${configurable.sku}" in product_option.` },
    });
    const incomplete = await save(me, { name: 'Shirts', items: [{ sku: configurable.sku, qty: 1 }] });
    expect(incomplete.status).toBe(400);
  });

  it('refuses lists of others, items of other lists, and guests', async () => {
    const { sku } = await makeProduct(souk);
    const theirs = ok(
      await save(await signIn(souk, (await newCustomer(souk)).email), { name: 'Theirs', items: [{ sku, qty: 1 }] }),
    );
    expect(await save(me, { ...theirs, name: 'Mine' })).toMatchObject({
      status: 404,
      body: { message: "We couldn't find the requested requisition list." },
    });
    expect((await save(me, { id: 999_999_999, name: 'None' })).status).toBe(404);
    const mine = ok(await save(me, { name: 'Mine', items: [{ sku, qty: 1 }] }));
    expect((await save(me, { ...mine, items: theirs.items })).status).toBe(404);
    expect((await save(me, { ...mine, items: [{ ...mine.items[0], requisition_list_id: theirs.id }] })).status).toBe(
      404,
    );
    expect((await save(me, { ...mine, items: [{ ...mine.items[0], sku: 'other' }] })).status).toBe(404);
    expect((await save(me, { ...mine, name: ' ' })).status).toBe(400);
    expect((await save(me, { ...mine, items: [{ ...mine.items[0], qty: 0 }] })).status).toBe(400);
    expect((await save(me, { ...mine, items: [...mine.items, { sku: 'nothing', qty: 1 }] })).status).toBe(404);
    expect((await save(souk.guest, { name: 'No' })).status).toBe(401);
    expect(ok(await save(me, { id: mine.id, name: 'Mine' })).items).toMatchObject([{ id: mine.items[0].id, qty: 1 }]);
  });

  it('saves lists of customers for administrators with all permissions', async () => {
    const { sku } = await makeProduct(souk);
    const list = ok(await save(souk.admin, { name: 'Office', customer_id: id, items: [{ sku, qty: 2 }] }));
    expect(list).toMatchObject({ customer_id: id, items: [{ sku, qty: 2 }] });
    expect(ok(await save(me, { id: list.id, name: 'Mine' }))).toMatchObject({ id: list.id, items: [{ qty: 2 }] });
    expect((await save(souk.admin, { name: 'No', customer_id: 999_999_999 })).status).toBe(404);
    expect((await save(souk.admin, { name: 'No' })).status).toBe(400);
    expect((await save(souk.admin, { id: list.id, name: 'No', customer_id: 1 })).status).toBe(404);
  });

  it('is refused where the website has no requisition lists', async () => {
    await configured(souk, { 'btob/website_configuration/requisition_list_active': '0' }, async () => {
      expect(await save(me, { name: 'No' })).toMatchObject({
        status: 400,
        body: { message: 'Requisition List feature is not available.' },
      });
    });
    await souk.configure(ON);
  });
});
