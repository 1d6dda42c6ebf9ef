import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeSelect, makeVariants, type Select } from '../catalog/composites.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, until, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
let guest: GraphQLClient;
let select: Select;
let products: Answer['body'][];
beforeAll(async () => {
  souk = await startSouk();
  guest = graphqlClient(souk);
  select = await makeSelect(souk, ['Red', 'Blue'], { is_comparable: '1' });
  const [red] = await makeVariants(souk, select, [{ visibility: 4 }]);
  products = [red, await makeProduct(souk), await makeProduct(souk)];
});
afterAll(() => souk?.stop());

const LIST = 'uid item_count items { uid product { sku } attributes { code value } } attributes { code label }';
const CREATE = `mutation($p: [ID]) { createCompareList(input: { products: $p }) { ${LIST} } }`;
const change = (name: string): string =>
  `mutation($uid: ID!, $p: [ID]!) { ${name}ProductsToCompareList(input: { uid: $uid, products: $p }) { ${LIST} } }`;
const ADD = change('add');
const REMOVE = ADD.replace('addProductsToCompareList', 'removeProductsFromCompareList');
const ASSIGN = `mutation($uid: ID!) { assignCompareListToCustomer(uid: $uid) { result compare_list { ${LIST} } } }`;
const DELETE = 'mutation($uid: ID!) { deleteCompareList(uid: $uid) { result } }';
const uid = (at: number): string => btoa(String(products[at].id));
const skus = (list: Answer['body']): string[] => list.items.map((item: Answer['body']) => item.product.sku);
const create = async (gql: GraphQLClient, p: string[]): Promise<Answer['body']> =>
  (await gql.data(CREATE, { p })).createCompareList;
const read = async (gql: GraphQLClient, of: string): Promise<Answer['body']> =>
  (await gql.data(`query($uid: ID!) { compareList(uid: $uid) { ${LIST} } }`, { uid: of })).compareList;
async function customer(): Promise<{ readonly gql: GraphQLClient; readonly id: number }> {
  const { email, id } = await newCustomer(souk);
  return { gql: graphqlClient(souk, (await signIn(souk, email)).token), id };
}

describe('a compare list of a guest', () => {
  it('sets products side by side by their comparable attributes', async () => {
    const list = await create(guest, [uid(0), String(products[1].id)]);
    expect(list.uid).toMatch(/^[a-z0-9]{32}$/);
    expect(list.item_count).toBe(2);
    expect(skus(list)).toEqual([products[0].sku, products[1].sku]);
    expect(list.items[0].uid).toBe(uid(0));
    expect(list.attributes).toContainEqual({ code: select.code, label: 'Shade' });
    expect(list.items[0].attributes).toContainEqual({ code: select.code, value: 'Red' });
    expect(list.items[1].attributes).toContainEqual({ code: select.code, value: 'N/A' });
    expect(list.items[1].attributes).toContainEqual({ code: 'sku', value: products[1].sku });
    expect((await read(guest, list.uid)).items).toEqual(list.items);
    // Attributes that none of the products has are not compared.
    const plain = await create(guest, [uid(1)]);
    expect(plain.attributes.map(({ code }: Answer['body']) => code)).not.toContain(select.code);
  });

  it('is kept as long as somebody uses it, and that of a customer for good', async () => {
    const day = 86_400_000;
    const at = async (days: number | null): Promise<void> => {
      const now = days === null ? null : new Date(Date.now() + days * day).toISOString();
      ok(await souk.guest.raw('PUT', '/_/clock', { now }));
    };
    await at(-40);
    const { email } = await newCustomer(souk);
    const signedIn = async () => graphqlClient(souk, (await signIn(souk, email)).token);
    const [own, used, unused] = [
      await create(await signedIn(), [uid(0)]),
      await create(guest, [uid(0)]),
      await create(guest, [uid(0)]),
    ];
    await at(-20);
    expect((await read(guest, used.uid)).item_count).toBe(1);
    await at(null);
    // The first look comes with the start.
    await souk.restart();
    guest = graphqlClient(souk);
    await until(async () => (await read(guest, unused.uid)) === null);
    expect((await read(guest, used.uid)).item_count).toBe(1);
    expect((await (await signedIn()).data('{ customer { compare_list { uid } } }')).customer.compare_list.uid).toBe(
      own.uid,
    );
  });

  it('gains and loses products, and is deleted', async () => {
    const { uid: of } = await create(guest, [uid(0)]);
    const { addProductsToCompareList: more } = await guest.data(ADD, { uid: of, p: [uid(0), uid(2)] });
    expect(skus(more)).toEqual([products[0].sku, products[2].sku]);
    const { removeProductsFromCompareList: less } = await guest.data(REMOVE, { uid: of, p: [uid(0)] });
    expect(skus(less)).toEqual([products[2].sku]);
    expect((await guest.data(DELETE, { uid: of })).deleteCompareList).toEqual({ result: true });
    expect((await guest.data(DELETE, { uid: of })).deleteCompareList).toEqual({ result: false });
    expect(await read(guest, of)).toBeNull();
  });

  it('D347: takes nothing of a change in which a product is not sold', async () => {
    const { uid: of } = await create(guest, [uid(0)]);
    const off = await makeProduct(souk, { status: 2 });
    for (const wrong of [btoa('999999'), btoa(String(off.id)), 'nonsense']) {
      refuses(await guest.send(ADD, { uid: of, p: [uid(1), wrong] }), 'graphql-no-such-entity', /doesn't exist/);
    }
    expect(skus(await read(guest, of))).toEqual([products[0].sku]);
    refuses(await guest.send(ADD, { uid: 'none', p: [uid(1)] }), 'graphql-input', /"none" is invalid/);
  });
});

describe('a compare list of a customer', () => {
  it('is one, and takes the products of a guest list', async () => {
    const { gql } = await customer();
    expect((await gql.data('{ customer { compare_list { uid } } }')).customer.compare_list).toBeNull();
    const own = await create(gql, [uid(0)]);
    expect((await create(gql, [uid(1)])).uid).toBe(own.uid);
    const before = await create(guest, [uid(1), uid(2)]);
    refuses(await guest.send(ASSIGN, { uid: before.uid }), 'graphql-authorization', /./);
    const { assignCompareListToCustomer: assigned } = await gql.data(ASSIGN, { uid: before.uid });
    expect(assigned.result).toBe(true);
    expect(assigned.compare_list.uid).toBe(own.uid);
    expect(skus(assigned.compare_list)).toEqual(products.map(({ sku }) => sku));
    expect(await read(guest, before.uid)).toBeNull();
    expect((await gql.data('{ customer { compare_list { item_count } } }')).customer.compare_list.item_count).toBe(3);
  });

  it('is nobody else’s', async () => {
    const { gql } = await customer();
    const { uid: of } = await create(gql, [uid(0)]);
    for (const other of [guest, (await customer()).gql]) {
      expect(await read(other, of)).toBeNull();
      refuses(await other.send(ADD, { uid: of, p: [uid(1)] }), 'graphql-input', /is invalid/);
      refuses(await other.send(REMOVE, { uid: of, p: [uid(0)] }), 'graphql-input', /is invalid/);
      expect((await other.data(DELETE, { uid: of })).deleteCompareList).toEqual({ result: false });
    }
    expect(skus(await read(gql, of))).toEqual([products[0].sku]);
  });

  it('goes with the customer, and products leave it when they are deleted', async () => {
    const { gql, id } = await customer();
    const short = await makeProduct(souk);
    const { uid: of } = await create(gql, [uid(0), btoa(String(short.id))]);
    ok(await souk.admin.delete(`/V1/products/${short.sku}`));
    expect(skus(await read(gql, of))).toEqual([products[0].sku]);
    ok(await souk.admin.delete(`/V1/customers/${id}`));
    expect(await read(guest, of)).toBeNull();
  });
});
