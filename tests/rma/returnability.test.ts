import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeConfigurable, makeSelect, makeVariants, type Fields } from '../catalog/composites.ts';
import { bundle } from '../sales/bundles.ts';
import { getOrder, orderOf, type Json } from '../sales/shop.ts';
import { graphqlClient } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  const { code } = await souk.cli('store:view:create', 'fr', 'French', '--group', 'main_website_store');
  expect(code).toBe(0);
});
afterAll(() => souk.stop());

const ENABLED = 'sales/magento_rma/enabled';
const USUALLY = 'sales/magento_rma/enabled_on_product';

/** Whether a product may be returned, as its attribute has it. */
const saying = (value: 'yes' | 'no' | 'config'): Fields => ({
  attribute_code: 'is_returnable',
  value: { no: '0', yes: '1', config: '2' }[value],
});
const thing = (value: 'yes' | 'no' | 'config') => newProduct(souk, { custom_attributes: [saying(value)] });

/** Sets what a product says from now on. */
const say = async (sku: string, value: 'yes' | 'no' | 'config') =>
  ok(await souk.admin.store('all').put(`/V1/products/${sku}`, { product: { custom_attributes: [saying(value)] } }));

/** An order that was sent as a whole. */
async function sent(items: readonly Json[], guest = souk.guest): Promise<Json> {
  const order = await orderOf({ admin: souk.admin, guest }, items);
  ok(await souk.admin.post(`/V1/order/${order.entity_id}/invoice`));
  ok(await souk.admin.post(`/V1/order/${order.entity_id}/ship`));
  return getOrder(souk, order.entity_id);
}

/** Asks for the return of a piece of an item. */
function giveBack(order: Json, item: Json): Promise<Answer> {
  const choices = { reason: '1', condition: '1', resolution: '1' };
  const items = [{ order_item_id: item.item_id, qty_requested: 1, ...choices }];
  return souk.admin.post('/V1/returns', { rmaDataObject: { order_id: order.entity_id, items } });
}
const isTaken = async (order: Json, item: Json): Promise<boolean> => {
  const answer = await giveBack(order, item);
  if (answer.status !== 200) fails(answer, 400, `You cannot return ${item.name}.`);
  return answer.status === 200;
};

describe('a product', () => {
  it('has the attribute, and uses the configuration unless it says otherwise', async () => {
    const attribute = ok(await souk.admin.get('/V1/products/attributes/is_returnable'));
    expect(attribute).toMatchObject({
      default_frontend_label: 'Enable RMA',
      frontend_input: 'select',
      scope: 'website',
    });
    expect(attribute.options.filter(({ value }: Json) => value !== '')).toEqual([
      { label: 'Yes', value: '1' },
      { label: 'No', value: '0' },
      { label: 'Use config', value: '2' },
    ]);
    const codes = (await newProduct(souk)).custom_attributes.map(({ attribute_code }: Json) => attribute_code);
    expect(codes).not.toContain('is_returnable');
  });

  it('shows storefronts whether it may be returned', async () => {
    const skus = [(await thing('yes')).sku, (await thing('no')).sku, (await newProduct(souk)).sku];
    const query = 'query($skus: [String]) { products(filter: { sku: { in: $skus } }) { items { sku is_returnable } } }';
    const { items } = (await graphqlClient(souk).data(query, { skus })).products;
    const shown = new Map(items.map((one: Json) => [one.sku, one.is_returnable]));
    expect(skus.map((sku) => shown.get(sku))).toEqual(['1', '0', null]);
  });

  it('says whether it may be returned, in its words of today, or leaves it to the configuration', async () => {
    const things = [await thing('yes'), await thing('no'), await thing('config')];
    const order = await sent(things.map(({ sku }) => ({ sku, qty: 4 })));
    const taken = () => Promise.all(order.items.map((item: Json) => isTaken(order, item)));
    expect(await taken()).toEqual([true, false, true]);
    await souk.configure({ [USUALLY]: '0' });
    expect(await taken()).toEqual([true, false, false]);
    await souk.configure({ [USUALLY]: null });
    await say(things[1]!.sku, 'yes');
    await say(things[2]!.sku, 'no');
    expect(await taken()).toEqual([true, true, false]);
    ok(await souk.admin.delete(`/V1/products/${things[2]!.sku}`));
    expect(await taken()).toEqual([true, true, true]);
  });

  it('that may not be returned any more leaves the returns that were asked for', async () => {
    const { sku } = await thing('yes');
    const order = await sent([{ sku, qty: 2 }]);
    const made = ok(await giveBack(order, order.items[0]));
    await say(sku, 'no');
    const [{ entity_id }] = made.items;
    const change = (items: readonly Json[]) =>
      souk.admin.put(`/V1/returns/${made.entity_id}`, { rmaDataObject: { items } });
    expect(ok(await change([{ entity_id, status: 'authorized' }])).status).toBe('authorized');
    const { entity_id: _, ...another } = made.items[0];
    fails(await change([another]), 400, /^You cannot return Thing/);
  });
});

describe('a store', () => {
  it('decides for itself what it takes back, and counts its own returns', async () => {
    const { sku } = await thing('config');
    const [here, there] = [await sent([{ sku, qty: 2 }]), await sent([{ sku, qty: 2 }], souk.guest.store('fr'))];
    const set = (path: string, value: string) =>
      souk.cli('config:set', path, value, '--scope', 'stores', '--scope-code', 'fr');
    expect((await set(USUALLY, '0')).code).toBe(0);
    expect(await isTaken(here, here.items[0])).toBe(true);
    expect(await isTaken(there, there.items[0])).toBe(false);
    expect((await set(USUALLY, '1')).code).toBe(0);
    const first = ok(await giveBack(there, there.items[0]));
    expect(first).toMatchObject({ store_id: there.store_id, increment_id: expect.stringMatching(/^2\d{9}$/) });
    expect(there.store_id).not.toBe(here.store_id);
  });

  it('D129: takes none where returns are switched off, while those that are there go on', async () => {
    const { sku } = await thing('yes');
    const order = await sent([{ sku, qty: 2 }]);
    const made = ok(await giveBack(order, order.items[0]));
    await souk.configure({ [ENABLED]: '0' });
    expect(await isTaken(order, order.items[0])).toBe(false);
    const items = [{ entity_id: made.items[0].entity_id, status: 'authorized' }];
    ok(await souk.admin.put(`/V1/returns/${made.entity_id}`, { rmaDataObject: { items } }));
    await souk.configure({ [ENABLED]: null });
    expect(await isTaken(order, order.items[0])).toBe(true);
  });
});

describe('a composite product', () => {
  it('that is chosen by its variant comes back as the item that was ordered, unless the variant may not', async () => {
    const select = await makeSelect(souk, ['Red', 'Blue']);
    const priced = { extension_attributes: {}, price: 12 };
    const [red, blue] = await makeVariants(souk, select, [priced, priced]);
    const { sku } = await makeConfigurable(souk, select, [red, blue]);
    await say(blue!.sku, 'no');
    const choice = (value: number | undefined): Json => ({
      sku,
      qty: 1,
      product_option: {
        extension_attributes: { configurable_item_options: [{ option_id: select.id, option_value: value }] },
      },
    });
    const order = await sent(select.values.map(choice));
    const wholes = order.items.filter((item: Json) => !item.parent_item_id);
    expect(wholes).toHaveLength(2);
    expect(await isTaken(order, wholes[0])).toBe(true);
    expect(await isTaken(order, wholes[1])).toBe(false);
    for (const { item_id, name } of order.items.filter((item: Json) => item.parent_item_id))
      expect(await isTaken(order, { item_id, name })).toBe(false);
  });

  it('comes back as what was sent: as its components, and whole only where it went whole', async () => {
    for (const isApart of [true, false]) {
      const order = await sent([await bundle(souk, 1, { isApart })]);
      const [whole, ...components] = order.items as [Json, ...Json[]];
      const areSent = components.map(({ qty_shipped }) => qty_shipped > 0);
      expect(await isTaken(order, whole)).toBe(!areSent.includes(true));
      for (const [i, component] of components.entries()) expect(await isTaken(order, component)).toBe(areSent[i]);
      expect(areSent).toContain(true);
    }
  });

  it('speaks for components that say nothing', async () => {
    const item = await bundle(souk, 1, { isApart: true });
    await say(item.sku, 'no');
    const order = await sent([item]);
    const [, one, other] = order.items as [Json, Json, Json];
    expect(await isTaken(order, one)).toBe(false);
    await say(other.sku, 'yes');
    expect(await isTaken(order, other)).toBe(true);
  });
});
