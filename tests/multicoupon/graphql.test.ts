import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBuyer } from '../customer-balance/shop.ts';
import { guestCart, makeProduct } from '../quote/shop.ts';
import { engines } from '../storage/databases.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { LIMIT, makeCoupon, type Coupon } from './shop.ts';

const APPLY = `mutation($input: ApplyCouponsToCartInput) { applyCouponsToCart(input: $input) {
  cart { applied_coupons { code } rules { uid } prices { grand_total { value } } } } }`;
const REMOVE = `mutation($input: RemoveCouponsFromCartInput) { removeCouponsFromCart(input: $input) {
  cart { applied_coupons { code } } } }`;
const MISSING = 'Required parameter "coupon_codes" is missing';

describe.each(engines)('several coupons of a cart in GraphQL on %s', (engine) => {
  let here: Here;
  let [three, tenth]: Coupon[] = [];
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ [LIMIT]: '2' });
    three = await makeCoupon(here, { discount_amount: 3, sort_order: 1 });
    tenth = await makeCoupon(here, { simple_action: 'by_percent', discount_amount: 10, sort_order: 2 });
  });
  afterAll(() => here.stop());

  /** A customer with a cart of 20, sent for 10, and its storefront id. */
  async function shopper(): Promise<{ gql: GraphQLClient; cart_id: string }> {
    const { me } = await newBuyer(here);
    const gql = graphqlClient(here, me.token);
    return { gql, cart_id: (await gql.data('{ customerCart { id } }')).customerCart.id };
  }
  const codesOf = ({ applied_coupons }: { applied_coupons: { code: string }[] | null }) =>
    applied_coupons?.map(({ code }) => code) ?? [];

  it('are added to the others, or replace them', async () => {
    const { gql, cart_id } = await shopper();
    const apply = async (type: string | undefined, ...coupon_codes: string[]) =>
      (await gql.data(APPLY, { input: { cart_id, coupon_codes, type } })).applyCouponsToCart.cart;
    expect(codesOf(await apply(undefined, three!.code))).toEqual([three!.code]);
    const both = await apply('APPEND', ` ${tenth!.code} `);
    expect(codesOf(both)).toEqual([three!.code, tenth!.code]);
    // Twice 3, and a tenth of the rest.
    expect(both.prices.grand_total.value).toBe(22.6);
    expect(both.rules).toEqual([three!, tenth!].map(({ ruleId }) => ({ uid: btoa(String(ruleId)) })));
    expect(codesOf(await apply('REPLACE', tenth!.code.toLowerCase()))).toEqual([tenth!.code.toLowerCase()]);
    expect(codesOf(await apply('REPLACE'))).toEqual([]);
  });

  it('are removed: some, or all without a code', async () => {
    const { gql, cart_id } = await shopper();
    const coupon_codes = [three!.code, tenth!.code];
    const remove = async (...codes: string[]) =>
      codesOf((await gql.data(REMOVE, { input: { cart_id, coupon_codes: codes } })).removeCouponsFromCart.cart);
    await gql.data(APPLY, { input: { cart_id, coupon_codes } });
    expect(await remove(three!.code)).toEqual([tenth!.code]);
    const unknown = "The coupon code couldn't be deleted. Verify the coupon code and try again.";
    const missing = await gql.send(REMOVE, { input: { cart_id, coupon_codes: [three!.code] } });
    expect(missing.body.errors.map(({ message }: { message: string }) => message)).toEqual([unknown]);
    await gql.data(APPLY, { input: { cart_id, coupon_codes } });
    expect(await remove()).toEqual([]);
  });

  it('are refused together, and the cart stays as it is', async () => {
    const { gql, cart_id } = await shopper();
    const send = (input: object) => gql.send(APPLY, { input: { cart_id, ...input } });
    await gql.data(APPLY, { input: { cart_id, coupon_codes: [three!.code] } });
    refuses(
      await send({ coupon_codes: [tenth!.code, 'NONE'] }),
      'graphql-input',
      'The following coupon codes could not be applied: "NONE".',
    );
    refuses(
      await send({ coupon_codes: [tenth!.code, (await makeCoupon(here, { discount_amount: 1 })).code] }),
      'graphql-input',
      'Maximum allowed number of applied coupons was exceeded.',
    );
    refuses(await send({ coupon_codes: [] }), 'graphql-input', MISSING);
    refuses(await send({ coupon_codes: [null, ' '] }), 'graphql-input', MISSING);
    refuses(await gql.send(APPLY), 'graphql-input', MISSING);
    refuses(await gql.send(REMOVE), 'graphql-input', MISSING);
    expect(codesOf((await gql.data('{ customerCart { applied_coupons { code } } }')).customerCart)).toEqual([
      three!.code,
    ]);
  });

  it('belong to the own cart alone, which has items', async () => {
    const { cart_id } = await shopper();
    const guest = graphqlClient(here);
    const coupon_codes = [three!.code];
    const foreign = await guest.send(APPLY, { input: { cart_id, coupon_codes } });
    refuses(foreign, 'graphql-authorization', /cannot perform operations on cart/);
    const { createEmptyCart } = await guest.data('mutation { createEmptyCart }');
    const empty = { input: { cart_id: createEmptyCart, coupon_codes } };
    refuses(await guest.send(APPLY, empty), 'graphql-no-such-entity', 'Cart does not contain products.');
    refuses(await guest.send(REMOVE, empty), 'graphql-no-such-entity', 'Cart does not contain products.');
  });

  it('and rules of a cart are shown where the shop shares them', async () => {
    const { id } = await guestCart(here, [await makeProduct(here), 1]);
    const READ = 'query($id: String!) { cart(cart_id: $id) { rules { uid } } storeConfig { share_applied_cart_rule } }';
    const read = () => graphqlClient(here).data(READ, { id });
    expect(await read()).toEqual({ cart: { rules: [] }, storeConfig: { share_applied_cart_rule: true } });
    await here.configure({ 'promo/graphql/share_applied_cart_rule': '0' });
    expect(await read()).toEqual({ cart: { rules: null }, storeConfig: { share_applied_cart_rule: false } });
  });
});
