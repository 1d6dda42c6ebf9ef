import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, ok, unique, type Answer } from '../support/client.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { placeGuestOrder, shipGuestCart } from '../support/guest-checkout.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';
import { engines } from '../storage/databases.ts';

const WORD = 'quixotic';
const STOREFRONT = '{ products(search: "quixotic") { total_count items { sku } } }';

describe.each(engines)('a repeated search on %s', (engine) => {
  let here: Here;
  let count: StatementCount;
  /** An admin's, whose responses are not cached. */
  let admin: GraphQLClient;

  beforeAll(async () => {
    here = await startHere(engine);
    admin = graphqlClient(here, here.admin.token);
    for (const sku of ['lamp', 'mill', 'windmill']) await add(sku, `${WORD} ${sku}`, 10);
    count = countStatements();
  });
  afterAll(async () => {
    count?.stop();
    await here?.stop();
  });

  const add = async (sku: string, name: string, qty: number): Promise<unknown> =>
    newProduct(here, { sku, name, extension_attributes: { website_ids: [1], stock_item: { qty, is_in_stock: true } } });
  const search = async (more?: Parameters<typeof criteria>[1]): Promise<Answer['body']> => {
    const filters = criteria([[{ field: 'search_term', value: WORD }]], more);
    return ok(await here.guest.get(`/V1/search?searchCriteria[requestName]=quick_search_container&${filters}`));
  };
  const idOf = async (sku: string): Promise<number> => ok(await here.admin.get(`/V1/products/${sku}`)).id;
  /** The products that REST finds and those that storefronts find, as sorted SKUs. */
  async function findBoth(): Promise<string[]> {
    const { items, total_count } = await search();
    const { products } = await admin.data(STOREFRONT);
    const skus = products.items.map(({ sku }: { sku: string }) => sku);
    expect([products.total_count, total_count]).toEqual([skus.length, skus.length]);
    const ids = await Promise.all(skus.map(idOf));
    expect(items.map(({ id }: { id: number }) => id).sort()).toEqual(ids.sort());
    return skus.sort();
  }

  it('reads the version of public data alone by REST', async () => {
    const first = await search();
    const repeated = await count.settled(search);
    expect(repeated, repeated.join('\n')).toHaveLength(1);
    expect(repeated[0]).toContain('content_version');
    expect(await search()).toEqual(first);
  });

  it('scores no products again for storefronts', async () => {
    const sent = await count.settled(() => admin.data(STOREFRONT));
    expect(sent.filter((text) => text.includes('name_stems'))).toEqual([]);
  });

  it('has pages and orders of its own', async () => {
    const ids = (answer: Answer['body']): number[] => answer.items.map(({ id }: { id: number }) => id);
    const all = ids(await search());
    for (const direction of ['ASC', 'DESC']) {
      const sort = [{ field: 'entity_id', direction }];
      const sorted = all.toSorted((a, b) => (direction === 'ASC' ? a - b : b - a));
      for (const page of [0, 1]) {
        const found = await search({ sort, pageSize: 2, currentPage: page });
        expect(ids(found)).toEqual(sorted.slice(page * 2, page * 2 + 2));
      }
    }
  });

  it('sees each change at once', async () => {
    expect(await findBoth()).toEqual(['lamp', 'mill', 'windmill']);
    await add('chair', `a ${WORD} chair`, 1);
    expect(await findBoth()).toEqual(['chair', 'lamp', 'mill', 'windmill']);
    ok(await here.admin.put('/V1/products/mill', { product: { status: 2 } }));
    expect(await findBoth()).toEqual(['chair', 'lamp', 'windmill']);
    ok(await here.admin.put('/V1/products/lamp', { product: { visibility: 1 } }));
    expect(await findBoth()).toEqual(['chair', 'windmill']);
    ok(await here.admin.delete('/V1/products/windmill'));
    expect(await findBoth()).toEqual(['chair']);
  });

  it('no longer has a product whose last piece is ordered', async () => {
    const guest = graphqlClient(here);
    expect(await findBoth()).toContain('chair');
    const { createEmptyCart: id } = await guest.data('mutation { createEmptyCart }');
    const ADD =
      'mutation($id: String!) { addProductsToCart(cartId: $id, cartItems: [{ sku: "chair", quantity: 1 }]) { user_errors { code } } }';
    expect((await guest.data(ADD, { id })).addProductsToCart.user_errors).toEqual([]);
    await shipGuestCart(guest, id);
    await placeGuestOrder(guest, id, 'id');
    expect(await findBoth()).not.toContain('chair');
  });

  // PostgreSQL plans by what it knows of the rows, which are few here.
  it.runIf(engine === 'sqlite')('looks at products in the order of their scores', async () => {
    for (const made of [() => search({ pageSize: 1 }), () => admin.data(STOREFRONT)]) {
      const sku = unique('new');
      await add(sku, `${WORD} ${sku}`, 5);
      count.reset();
      await made();
      const scored = count.statements.filter((text) => text.includes('name_stems') && text.includes('order by'));
      expect(scored).toHaveLength(1);
      const explain = sql<{ detail: string }>`${sql.raw(`explain query plan ${scored[0]!.replaceAll('?', 'null')}`)}`;
      const { rows } = await explain.execute(here.souk.systemCall().db);
      const details = rows.map(({ detail }) => detail);
      expect(details.filter((detail) => detail.includes('FOR ORDER BY'))).toHaveLength(1);
      // The products are joined last, without a sort of the rows that come of it.
      expect(details.slice(details.indexOf('SCAN m')).filter((detail) => detail.includes('ORDER BY'))).toEqual([]);
    }
  });
});
