import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstItem, newQuote, offer } from '../negotiable-quote/storefront.ts';
import { engines } from '../storage/databases.ts';
import { refuses, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newList, ON } from './shop.ts';

const MOVE = `mutation ($input: MoveLineItemToRequisitionListInput!) { moveLineItemToRequisitionList(input: $input) {
  quote { uid status total_quantity items { uid } } } }`;

describe.each(engines)('items of quotes moved to requisition lists on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure(ON);
  });
  afterAll(() => here.stop());

  const items = async (gql: GraphQLClient, list: string) =>
    (
      await gql.data(
        `{ customer { requisition_lists(filter: { uids: { eq: "${list}" } }) { items { items { items { quantity sku product { sku } } } } } } }`,
      )
    ).customer.requisition_lists.items[0].items.items;

  it('leave the quote, which the buyer works on then', async () => {
    const buyer = await newQuote(here);
    await offer(here, buyer.cartId);
    const { uid: requisition_list_uid } = await newList(buyer.gql, 'Later');
    const quote_item_uid = await firstItem(buyer);
    const input = { quote_uid: buyer.uid, quote_item_uid, requisition_list_uid };
    const { quote } = (await buyer.gql.data(MOVE, { input })).moveLineItemToRequisitionList;
    expect(quote).toMatchObject({ uid: buyer.uid, status: 'OPEN', total_quantity: 0, items: [] });
    const [moved] = await items(buyer.gql, requisition_list_uid);
    expect(moved).toEqual({ quantity: 2, sku: moved.product.sku, product: { sku: expect.any(String) } });
    // The item is not there a second time.
    const again = await buyer.gql.send(MOVE, { input });
    expect(again.body.errors).toHaveLength(1);
    expect(await items(buyer.gql, requisition_list_uid)).toMatchObject([{ quantity: 2 }]);
  });

  it('need a quote that the buyer may change, and a list of the buyer', async () => {
    const buyer = await newQuote(here);
    const other = await newQuote(here);
    const lists = [(await newList(buyer.gql, 'Mine')).uid, (await newList(other.gql, 'Theirs')).uid];
    const quote_item_uid = await firstItem(buyer);
    const move = (gql: GraphQLClient, requisition_list_uid: string) =>
      gql.send(MOVE, { input: { quote_uid: buyer.uid, quote_item_uid, requisition_list_uid } });
    refuses(await move(buyer.gql, lists[0]), 'graphql-input', /status that does not allow/);
    await offer(here, buyer.cartId);
    expect((await move(buyer.gql, lists[1])).body.errors).toHaveLength(1);
    expect((await move(other.gql, lists[1])).body.errors).toHaveLength(1);
    expect(await items(buyer.gql, lists[0])).toEqual([]);
    expect(await items(other.gql, lists[1])).toEqual([]);
    expect(await firstItem(buyer)).toBe(quote_item_uid);
  });
});
