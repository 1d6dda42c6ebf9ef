import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeProduct } from '../catalog/composites.ts';
import type { Answer } from '../support/client.ts';
import { configured } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import {
  ADD,
  COPY,
  CREATE,
  DELETE,
  LISTS,
  listAfter,
  listsOf,
  MOVE,
  newBuyer,
  newList,
  ON,
  RENAME,
  REMOVE,
  TO_CART,
  UPDATE,
} from './shop.ts';

const NOT_FOUND = "We couldn't find the requested requisition list.";
const OFF = 'Requisition List feature is not available.';

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

describe('requisition lists of a customer', () => {
  it('are created, renamed and deleted', async () => {
    const list = await listAfter(gql, CREATE, { name: ' Weekly ', text: 'Every Monday' });
    expect(list).toMatchObject({ name: 'Weekly', description: 'Every Monday', items_count: 0, items: { items: [] } });
    expect(list.updated_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const renamed = await listAfter(gql, RENAME, { list: list.uid, name: 'Monthly' });
    expect(renamed).toMatchObject({ uid: list.uid, name: 'Monthly', description: 'Every Monday' });
    const other = await newList(gql, 'Other');
    expect((await gql.data(DELETE, { list: list.uid })).deleteRequisitionList).toEqual({
      status: true,
      requisition_lists: { total_count: 1, items: [{ name: 'Other' }] },
    });
    refuses(await gql.send(DELETE, { list: list.uid }), 'graphql-no-such-entity', NOT_FOUND);
    expect(await listsOf(gql)).toMatchObject({ total_count: 1, items: [{ uid: other.uid }] });
  });

  it('have a name', async () => {
    refuses(await gql.send(CREATE, { name: '  ' }), 'graphql-input', 'Specify the name of the requisition list.');
    refuses(await gql.send(CREATE, { name: 'x'.repeat(256) }), 'graphql-input', /255 characters at most/);
    refuses(
      await gql.send('mutation { createRequisitionList { requisition_list { uid } } }'),
      'graphql-input',
      'Specify the name of the requisition list.',
    );
    expect(await listsOf(gql)).toMatchObject({ total_count: 0, items: [] });
  });

  it('are found by id and name, page by page, in an order', async () => {
    for (const name of ['Écrous', 'Nuts', 'bolts 100%', 'Screws']) await newList(gql, name);
    const names = async (variables: object): Promise<string[]> =>
      (await listsOf(gql, variables)).items.map(({ name }: Answer['body']) => name);
    expect(await names({ size: 3 })).toEqual(['Écrous', 'Nuts', 'bolts 100%']);
    expect(await names({ size: 3, page: 2 })).toEqual(['Screws']);
    expect(await names({ filter: { name: { match: 'ecr' } } })).toEqual(['Écrous']);
    expect(await names({ filter: { name: { match: '0%' } } })).toEqual(['bolts 100%']);
    expect(await names({ filter: { name: { match: 'nut', match_type: 'FULL' } } })).toEqual([]);
    expect(await names({ filter: { name: { match: 'nuts', match_type: 'FULL' } } })).toEqual(['Nuts']);
    expect(await names({ sort: { sort_field: 'NAME', sort_direction: 'DESC' } })).toEqual([
      'Screws',
      'Nuts',
      'Écrous',
      'bolts 100%',
    ]);
    const { items } = await listsOf(gql);
    expect(await names({ filter: { uids: { eq: items[1].uid } } })).toEqual(['Nuts']);
    expect(await names({ filter: { uids: { in: [items[3].uid, items[0].uid, 'x'] } } })).toEqual(['Écrous', 'Screws']);
    expect(await listsOf(gql, { size: 1, filter: { name: { match: 's' } } })).toMatchObject({
      total_count: 4,
      page_info: { current_page: 1, page_size: 1, total_pages: 4 },
    });
    refuses(await gql.send(LISTS, { page: 0 }), 'graphql-input', 'currentPage value must be greater than 0.');
    refuses(await gql.send(LISTS, { size: 0 }), 'graphql-input', 'pageSize value must be greater than 0.');
  });

  it('are at most as many as the shop allows, also in a race', async () => {
    await configured(souk, { 'requisitionlist/general/number_requisition_lists': '2' }, async () => {
      await newList(gql, 'One');
      const race = await Promise.all(['Two', 'Three', 'Four'].map((name) => gql.send(CREATE, { name })));
      const refused = race.filter(({ body }) => body.errors);
      expect(refused).toHaveLength(2);
      for (const one of refused) refuses(one, 'graphql-input', /Maximum number of requisition lists was exceeded\.$/);
      expect((await listsOf(gql)).total_count).toBe(2);
      const { uid } = (await listsOf(gql)).items[0];
      await gql.data(DELETE, { list: uid });
      await newList(gql, 'Five');
    });
  });

  it('are those of nobody else', async () => {
    const { sku } = await makeProduct(souk);
    const mine = await newList(gql, 'Mine', { sku });
    const [{ uid: item }] = mine.items.items;
    const other = await newBuyer(souk);
    const theirs = await newList(other, 'Theirs', { sku });
    const calls: [string, object][] = [
      [RENAME, { list: mine.uid, name: 'Taken' }],
      [DELETE, { list: mine.uid }],
      [ADD, { list: mine.uid, items: [{ sku }] }],
      [UPDATE, { list: mine.uid, items: [{ item_id: item, quantity: 9 }] }],
      [REMOVE, { list: mine.uid, items: [item] }],
      [TO_CART, { list: mine.uid, items: [item] }],
      [COPY, { from: mine.uid, to: theirs.uid, items: [item] }],
      [MOVE, { from: mine.uid, to: theirs.uid, items: [item] }],
      [COPY, { from: theirs.uid, to: mine.uid, items: [theirs.items.items[0].uid] }],
    ];
    for (const [mutation, variables] of calls) {
      refuses(await other.send(mutation, variables), 'graphql-no-such-entity', NOT_FOUND);
      refuses(await graphqlClient(souk).send(mutation, variables), 'graphql-authorization', /authorized/);
    }
    // An item of another list is as good as none.
    refuses(
      await other.send(REMOVE, { list: theirs.uid, items: [item] }),
      'graphql-no-such-entity',
      `Could not find a requisition list item with ID "${item}"`,
    );
    expect((await listsOf(gql)).items).toMatchObject([
      { name: 'Mine', items: { items: [{ uid: item, quantity: 1 }] } },
    ]);
    expect(await listsOf(other, { filter: { uids: { eq: mine.uid } } })).toMatchObject({ total_count: 0, items: [] });
  });

  it('are absent where the website has none, which is the default', async () => {
    const list = await newList(gql, 'Kept');
    const CONFIG = '{ storeConfig { is_requisition_list_active } }';
    expect(await gql.data(CONFIG)).toEqual({ storeConfig: { is_requisition_list_active: '1' } });
    await souk.configure({ 'btob/website_configuration/requisition_list_active': null });
    try {
      expect(await gql.data(CONFIG)).toEqual({ storeConfig: { is_requisition_list_active: '0' } });
      refuses(await gql.send(CREATE, { name: 'No' }), 'graphql-input', OFF);
      refuses(await gql.send(DELETE, { list: list.uid }), 'graphql-input', OFF);
      const lists = await gql.send(LISTS);
      refuses(lists, 'graphql-input', OFF);
    } finally {
      await souk.configure(ON);
    }
    expect((await listsOf(gql)).total_count).toBe(1);
  });
});
