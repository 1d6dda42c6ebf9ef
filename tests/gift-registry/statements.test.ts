import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { address, newCustomer } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';
import { unique } from '../support/souk.ts';
import * as front from './storefront.ts';

describe.each(engines)('statements for gift registries on %s', (engine) => {
  let here: Here;
  let counted: StatementCount;
  let gql: GraphQLClient;
  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
    const { id } = await newCustomer(here, { addresses: [address({ default_shipping: true })] });
    gql = graphqlClient(here, (await here.callerOf('customer', id)).token);
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  const count = async (work: () => Promise<unknown>): Promise<number> => (await counted.settled(work)).length;

  /** A registry with as many registrants and items. */
  async function filled(size: number, lastname: string, items = size): Promise<Json> {
    const registrants = Array.from({ length: size }, () => front.registrant({ lastname }));
    const { uid } = await front.createRegistry({ gql }, { registrants });
    const wishes = [];
    for (let i = 0; i < items; i++) wishes.push({ sku: (await newProduct(here)).sku, quantity: 1 });
    return (await front.move(gql, await front.fill(gql, ...wishes), uid)).gift_registry;
  }

  it('are as many for one item and registrant as for three, and for one registry as for three', async () => {
    const lastname = unique('Rao');
    const OWN = `{ customer { gift_registries ${front.OWN} } }`;
    const SEARCH = `{ giftRegistryTypeSearch(firstName: "Julie", lastName: "${lastname}") { name type } }`;
    const counts = async (uid: string): Promise<number[]> => [
      await count(() => front.read(gql, uid, front.OWN)),
      await count(() => front.read(graphqlClient(here), uid)),
      await count(() => gql.data(OWN)),
      await count(() => graphqlClient(here).data(SEARCH)),
    ];
    const small = await counts((await filled(1, lastname)).uid);
    await filled(2, lastname);
    const large = await counts((await filled(3, lastname, 5)).uid);
    expect(large).toEqual(small);
    const found = (await graphqlClient(here).data(SEARCH)).giftRegistryTypeSearch;
    expect(found).toHaveLength(3);
    expect(
      small.every((one) => one > 0 && one < 12),
      String(small),
    ).toBe(true);
  });

  it('are as many for changes of one item as of five', async () => {
    const { uid, items } = await filled(1, 'Rao', 5);
    const UPDATE =
      'mutation($u: ID!, $i: [UpdateGiftRegistryItemInput!]!) { updateGiftRegistryItems(giftRegistryUid: $u, items: $i) { gift_registry { uid } } }';
    const inputs = items.map((item: Json) => ({ gift_registry_item_uid: item.uid, quantity: 2 }));
    const ofOne = await count(() => gql.data(UPDATE, { u: uid, i: inputs.slice(0, 1) }));
    expect(await count(() => gql.data(UPDATE, { u: uid, i: inputs }))).toBe(ofOne);
  });
});
