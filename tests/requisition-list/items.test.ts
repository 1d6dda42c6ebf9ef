import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeBundle,
  makeConfigurable,
  makeGrouped,
  makeProduct,
  makeSelect,
  makeVariants,
} from '../catalog/composites.ts';
import { newCardProduct } from '../gift-card/shop.ts';
import { amountUid, enteredOptions, people } from '../gift-card/storefront.ts';
import { engines } from '../storage/databases.ts';
import { unique, type Answer } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startHere } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { countStatements } from '../support/statements.ts';
import { ADD, COPY, listAfter, listsOf, MOVE, newBuyer, newList, ON, REMOVE, UPDATE } from './shop.ts';

const uid = (key: string): string => btoa(key);

let souk: Souk;
let gql: GraphQLClient;
beforeAll(async () => {
  souk = await startSouk();
  await souk.configure(ON);
});
afterAll(() => souk?.stop());
beforeEach(async () => {
  gql = await newBuyer(souk);
});

const quantities = (list: Answer['body']): [string, number][] =>
  list.items.items.map(({ quantity, product }: Answer['body']) => [product.sku, quantity]);

describe('an item of a requisition list', () => {
  it('has the choices of each type of product', async () => {
    const select = await makeSelect(souk, ['Red', 'Blue']);
    const [red, blue] = await makeVariants(souk, select, [{}, {}]);
    const configurable = await makeConfigurable(souk, select, [red, blue]);
    const part = await makeProduct(souk);
    const bundle = await makeBundle(souk, [[part]]);
    const [option] = bundle.extension_attributes.bundle_product_options;
    const link = { title: 'File', price: 1, number_of_downloads: 0, is_shareable: 2, sort_order: 1, link_type: 'url' };
    const download = await makeProduct(souk, {
      type_id: 'downloadable',
      extension_attributes: { downloadable_product_links: [{ ...link, link_url: 'https://example.com/a' }] },
    });
    const [{ id: linkId }] = download.extension_attributes.downloadable_product_links;
    const virtual = await makeProduct(souk, { type_id: 'virtual' });
    const grouped = await makeGrouped(souk, [part]);
    const card = await newCardProduct(souk, [25, 50]);
    const blueUid = uid(`configurable/${select.id}/${select.values[1]}`);
    const selection = uid(`bundle/${option.option_id}/${option.product_links[0].id}/1`);
    const list = await newList(
      gql,
      'All types',
      { sku: configurable.sku, selected_options: [blueUid] },
      { sku: bundle.sku, selected_options: [selection], quantity: 2 },
      { sku: download.sku, selected_options: [uid(`downloadable/${linkId}`)] },
      { sku: virtual.sku },
      { sku: grouped.sku, quantity: 3 },
      { sku: card.sku, selected_options: [amountUid('50')], entered_options: enteredOptions(people) },
      { sku: red.sku, parent_sku: configurable.sku },
    );
    expect(list.items_count).toBe(7);
    expect(list.items.items).toMatchObject([
      {
        __typename: 'ConfigurableRequisitionListItem',
        product: { sku: configurable.sku },
        configurable_options: [{ value_label: 'Blue', configurable_product_option_value_uid: blueUid }],
      },
      {
        __typename: 'BundleRequisitionListItem',
        quantity: 2,
        bundle_options: [{ values: [{ label: part.name, quantity: 1 }] }],
      },
      { __typename: 'DownloadableRequisitionListItem', links: [{ title: 'File' }], samples: [] },
      { __typename: 'VirtualRequisitionListItem', product: { sku: virtual.sku } },
      // The products of a group are items of their own.
      { __typename: 'SimpleRequisitionListItem', product: { sku: part.sku } },
      { __typename: 'GiftCardRequisitionListItem', gift_card_options: { amount: { value: 50 } } },
      { __typename: 'ConfigurableRequisitionListItem', configurable_options: [{ value_label: 'Red' }] },
    ]);
  });

  it('has the values of custom options', async () => {
    const text = { title: 'Engraving', type: 'field', price: 1, price_type: 'fixed', is_require: true, sort_order: 1 };
    const sku = unique('engraved');
    const { options } = await makeProduct(souk, { sku, options: [{ ...text, product_sku: sku }] });
    const entered = (value: string): object => ({
      sku,
      entered_options: [{ uid: uid(`custom-option/${options[0].option_id}`), value }],
    });
    const list = await newList(gql, 'Gifts', entered('Ada'), entered('Bea'), entered('Ada'));
    expect(list.items.items).toMatchObject([
      { quantity: 2, customizable_options: [{ label: 'Engraving', values: [{ value: 'Ada' }] }] },
      { quantity: 1, customizable_options: [{ label: 'Engraving', values: [{ value: 'Bea' }] }] },
    ]);
    refuses(await gql.send(ADD, { list: list.uid, items: [{ sku }] }), 'graphql-input', /required option/);
    // New choices that another item has are added to it.
    const [ada, bea] = list.items.items;
    const { entered_options } = entered('Ada') as Answer['body'];
    const merged = await listAfter(gql, UPDATE, {
      list: list.uid,
      items: [{ item_id: bea.uid, quantity: 5, entered_options }],
    });
    expect(merged.items.items).toMatchObject([{ uid: ada.uid, quantity: 7 }]);
    const changed = await listAfter(gql, UPDATE, {
      list: list.uid,
      items: [{ item_id: ada.uid, entered_options: [{ ...entered_options[0], value: 'Eve' }] }],
    });
    expect(changed.items.items).toMatchObject([
      { uid: ada.uid, quantity: 7, customizable_options: [{ values: [{ value: 'Eve' }] }] },
    ]);
  });

  it('is added with its quantity, all items of a request or none', async () => {
    const [{ sku }, off] = [await makeProduct(souk), await makeProduct(souk, { status: 2 })];
    const list = await newList(gql, 'Office', { sku }, { sku: ` ${sku} `, quantity: 2.5 });
    expect(quantities(list)).toEqual([[sku, 3.5]]);
    const add = (...items: object[]): Promise<Answer> => gql.send(ADD, { list: list.uid, items });
    refuses(await add({ sku }, { sku: 'none' }), 'graphql-no-such-entity', 'Could not find a product with SKU "none"');
    refuses(
      await add({ sku }, { sku: off.sku }),
      'graphql-no-such-entity',
      `Could not find a product with SKU "${off.sku}"`,
    );
    refuses(await add({ sku, quantity: 0 }), 'graphql-input', 'The product quantity should be greater than 0');
    refuses(await add({ sku, quantity: -1 }), 'graphql-input', 'The product quantity should be greater than 0');
    refuses(await add({ sku, quantity: 1e300 }), 'graphql-input', /99999999 at most/);
    refuses(await add(), 'graphql-input', 'Specify the items of the requisition list.');
    const select = await makeSelect(souk, ['Red']);
    const configurable = await makeConfigurable(souk, select, await makeVariants(souk, select, [{}]));
    refuses(await add({ sku: configurable.sku }), 'graphql-input', /options/);
    const unknown = [uid(`configurable/${select.id}/999999`)];
    refuses(await add({ sku: configurable.sku, selected_options: unknown }), 'graphql-input', /./);
    refuses(await add({ sku, parent_sku: configurable.sku }), 'graphql-no-such-entity', /Could not find a product/);
    expect(quantities((await listsOf(gql)).items[0])).toEqual([[sku, 3.5]]);
  });

  it('is changed and removed, all items of a request or none', async () => {
    const [one, two] = [await makeProduct(souk), await makeProduct(souk)];
    const list = await newList(gql, 'Office', { sku: one.sku }, { sku: two.sku });
    const [first, second] = list.items.items.map((item: Answer['body']) => item.uid);
    const items = [
      { item_id: first, quantity: 4 },
      { item_id: second, quantity: 6 },
    ];
    expect(quantities(await listAfter(gql, UPDATE, { list: list.uid, items }))).toEqual([
      [one.sku, 4],
      [two.sku, 6],
    ]);
    const bad = [
      { item_id: first, quantity: 9 },
      { item_id: second, quantity: 0 },
    ];
    refuses(await gql.send(UPDATE, { list: list.uid, items: bad }), 'graphql-input', /has to be above 0/);
    const missing = uid('999999999');
    const message = `Could not find a requisition list item with ID "${missing}"`;
    refuses(
      await gql.send(UPDATE, { list: list.uid, items: [...items, { item_id: missing, quantity: 1 }] }),
      'graphql-no-such-entity',
      message,
    );
    refuses(await gql.send(REMOVE, { list: list.uid, items: [first, missing] }), 'graphql-no-such-entity', message);
    expect((await listsOf(gql)).items[0].items_count).toBe(2);
    expect(quantities(await listAfter(gql, REMOVE, { list: list.uid, items: [first, first] }))).toEqual([[two.sku, 6]]);
  });

  it('disappears with its product, and for the time that the product is disabled', async () => {
    const [one, two] = [await makeProduct(souk), await makeProduct(souk)];
    await newList(gql, 'Office', { sku: one.sku }, { sku: two.sku });
    const count = async (): Promise<number> => (await listsOf(gql)).items[0].items_count;
    const status = (value: number) =>
      souk.admin.store('all').put(`/V1/products/${one.sku}`, { product: { status: value } });
    await status(2);
    expect(await count()).toBe(1);
    await status(1);
    expect(await count()).toBe(2);
    await souk.admin.delete(`/V1/products/${two.sku}`);
    expect(await count()).toBe(1);
  });
});

describe('items between requisition lists', () => {
  it('are copied and moved; quantities of the same product add up', async () => {
    const [one, two] = [await makeProduct(souk), await makeProduct(souk)];
    const from = await newList(gql, 'From', { sku: one.sku, quantity: 2 }, { sku: two.sku, quantity: 3 });
    const to = await newList(gql, 'To', { sku: one.sku, quantity: 1 });
    const all = from.items.items.map((item: Answer['body']) => item.uid);
    expect(quantities(await listAfter(gql, COPY, { from: from.uid, to: to.uid, items: all }))).toEqual([
      [one.sku, 3],
      [two.sku, 3],
    ]);
    const { moveItemsBetweenRequisitionLists: moved } = await gql.data(MOVE, {
      from: from.uid,
      to: to.uid,
      items: [all[0]],
    });
    expect(moved).toMatchObject({
      source_requisition_list: { items_count: 1 },
      destination_requisition_list: { items_count: 2 },
    });
    const { items } = await listsOf(gql);
    expect(items.map(quantities)).toEqual([
      [[two.sku, 3]],
      [
        [one.sku, 5],
        [two.sku, 3],
      ],
    ]);
    const same = { from: from.uid, to: from.uid, items: [all[1]] };
    refuses(await gql.send(COPY, same), 'graphql-input', 'Choose another requisition list.');
    refuses(
      await gql.send(COPY, { ...same, items: [] }),
      'graphql-input',
      'Specify the items of the requisition list.',
    );
    refuses(await gql.send(MOVE, { ...same, to: to.uid, items: [all[0]] }), 'graphql-no-such-entity', /Could not find/);
  });

  it('go to a new list where none is named', async () => {
    const { sku } = await makeProduct(souk);
    const from = await newList(gql, 'From', { sku });
    const items = [from.items.items[0].uid];
    const copy = await listAfter(gql, COPY, { from: from.uid, items });
    expect(copy).toMatchObject({ name: 'From', items_count: 1 });
    const { moveItemsBetweenRequisitionLists: moved } = await gql.data(MOVE, { from: from.uid, items });
    expect(moved.source_requisition_list.items_count).toBe(0);
    expect((await listsOf(gql)).total_count).toBe(3);
  });

  it('are neither lost nor doubled in a race', async () => {
    const { sku } = await makeProduct(souk);
    const from = await newList(gql, 'From', { sku, quantity: 2 });
    const to = await newList(gql, 'To');
    const items = [from.items.items[0].uid];
    const race = await Promise.all([0, 1, 2, 3].map(() => gql.send(MOVE, { from: from.uid, to: to.uid, items })));
    const refused = race.filter(({ body }) => body.errors);
    expect(refused).toHaveLength(3);
    for (const one of refused) refuses(one, 'graphql-no-such-entity', /Could not find a requisition list item/);
    expect((await listsOf(gql)).items.map(quantities)).toEqual([[], [[sku, 2]]]);
    await Promise.all([1, 2, 3].map(() => gql.data(ADD, { list: to.uid, items: [{ sku }] })));
    expect((await listsOf(gql)).items.map(quantities)).toEqual([[], [[sku, 5]]]);
    // Opposite transfers wait for each other, and end.
    const [there] = (await listAfter(gql, ADD, { list: from.uid, items: [{ sku }] })).items.items;
    const [back] = (await listsOf(gql)).items[1].items.items;
    await Promise.all(
      [0, 1, 2, 3].flatMap(() => [
        gql.data(COPY, { from: from.uid, to: to.uid, items: [there.uid] }),
        gql.data(UPDATE, { list: from.uid, items: [{ item_id: there.uid, quantity: 1 }] }),
        gql.data(COPY, { from: to.uid, to: from.uid, items: [back.uid] }),
      ]),
    );
  });
});

describe.each(engines)('a page of requisition lists on %s', (engine) => {
  it('takes as many statements, however many there are', async () => {
    const here = await startHere(engine);
    const count = countStatements();
    try {
      await here.configure(ON);
      const { token } = await here.callerOf('customer', (await newCustomer(here)).id);
      const own = graphqlClient(here, token);
      const statements = async (lists: number): Promise<number> => {
        for (let i = 0; i < lists; i++) {
          const [one, two] = [await newProduct(here), await newProduct(here)];
          await newList(own, `List ${i}`, { sku: one.sku }, { sku: two.sku });
        }
        const sent = await count.settled(() => listsOf(own));
        return sent.length;
      };
      const few = await statements(1);
      expect(few).toBeGreaterThan(0);
      expect(await statements(4)).toBe(few);
    } finally {
      count.stop();
      await here.stop();
    }
  });
});
