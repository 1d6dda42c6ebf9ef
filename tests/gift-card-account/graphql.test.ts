import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newBuyer, pay } from '../customer-balance/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements } from '../support/statements.ts';
import { cardNow, newCard } from './cards.ts';

const CARDS =
  'applied_gift_cards { code applied_balance { value currency } current_balance { value } expiration_date } prices { grand_total { value } }';
const APPLY = `mutation($c: String!, $g: String!) { applyGiftCardToCart(input: { cart_id: $c, gift_card_code: $g }) { cart { ${CARDS} } } }`;
const REMOVE = `mutation($c: String!, $g: String!) { removeGiftCardFromCart(input: { cart_id: $c, gift_card_code: $g }) { cart { ${CARDS} } } }`;
const SHOW = `query($c: String!) { cart(cart_id: $c) { ${CARDS} } }`;
const ACCOUNT =
  'query($g: String!) { giftCardAccount(input: { gift_card_code: $g }) { code balance { value currency } expiration_date } }';
const ORDERS =
  '{ customer { orders { items { applied_gift_cards { code applied_balance { value currency } } total { total_giftcard { value } } } } } }';
const NOT_ADDED = "The gift card code couldn't be added. Verify your information and try again.";
const UNKNOWN = 'The gift card code is either incorrect or expired. Verify and try again.';

describe.each(engines)('gift cards of storefronts on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    // The tests speak through a proxy, so that who guesses has an address of their own.
    here = await startHere(engine, { env: { SOUK_TRUSTED_PROXIES: '127.0.0.1,::1' } });
  });
  afterEach(() => here.configure({ 'souk/attempts/address': '' }));
  afterAll(() => here.stop());

  /** A customer whose cart comes to 30. */
  async function buyer() {
    const { me } = await newBuyer(here);
    const gql = graphqlClient(here, me.token);
    const { customerCart } = await gql.data('{ customerCart { id } }');
    return { me, gql, cart: customerCart.id as string };
  }
  const shown = async (gql: GraphQLClient, c: string) => (await gql.data(SHOW, { c })).cart;

  it('pay carts and orders, and are taken off again', async () => {
    const { me, gql, cart: c } = await buyer();
    const [small, large] = [await newCard(here, 5, { date_expires: '2099-12-31' }), await newCard(here, 100)];
    expect(await shown(gql, c)).toEqual({ applied_gift_cards: [], prices: { grand_total: { value: 30 } } });
    await gql.data(APPLY, { c, g: large.code });
    await gql.data(REMOVE, { c, g: large.code });
    const ofSmall = {
      code: small.code,
      applied_balance: { value: 5, currency: 'USD' },
      current_balance: { value: 5 },
      expiration_date: '2099-12-31',
    };
    expect((await gql.data(APPLY, { c, g: small.code })).applyGiftCardToCart.cart).toEqual({
      applied_gift_cards: [ofSmall],
      prices: { grand_total: { value: 25 } },
    });
    const ofLarge = {
      code: large.code,
      applied_balance: { value: 25, currency: 'USD' },
      current_balance: { value: 100 },
      expiration_date: null,
    };
    expect((await gql.data(APPLY, { c, g: large.code })).applyGiftCardToCart.cart).toEqual({
      applied_gift_cards: [ofSmall, ofLarge],
      prices: { grand_total: { value: 0 } },
    });
    ok(await pay(me, 'free'));
    const { customer } = await gql.data(ORDERS);
    expect(customer.orders.items).toEqual([
      {
        applied_gift_cards: [
          { code: small.code, applied_balance: { value: 5, currency: 'USD' } },
          { code: large.code, applied_balance: { value: 25, currency: 'USD' } },
        ],
        total: { total_giftcard: { value: 30 } },
      },
    ]);
    expect((await cardNow(here, large)).balance).toBe(75);
  });

  it('are refused where they are not good, and nothing changes then', async () => {
    const { gql, cart: c } = await buyer();
    const [good, locked] = [await newCard(here, 5), await newCard(here, 5, { status: 0 })];
    await gql.data(APPLY, { c, g: good.code });
    const before = await shown(gql, c);
    for (const g of ['', 'NO-CARD', locked.code, good.code]) {
      refuses(await gql.send(APPLY, { c, g }), 'graphql-input', NOT_ADDED);
    }
    refuses(
      await gql.send(REMOVE, { c, g: locked.code }),
      'graphql-input',
      "The gift card couldn't be deleted from the quote.",
    );
    const other = await buyer();
    for (const document of [APPLY, REMOVE]) {
      refuses(
        await other.gql.send(document, { c, g: good.code }),
        'graphql-authorization',
        `The current user cannot perform operations on cart "${c}"`,
      );
    }
    expect(await shown(gql, c)).toEqual(before);
    expect(before.applied_gift_cards).toHaveLength(1);
  });

  it('tell what is on them to those who know the code, and not to those who guess', async () => {
    const gql = graphqlClient(here);
    const [card, locked] = [await newCard(here, 12.5), await newCard(here, 5, { status: 0 })];
    expect((await gql.data(ACCOUNT, { g: card.code })).giftCardAccount).toEqual({
      code: card.code,
      balance: { value: 12.5, currency: 'USD' },
      expiration_date: null,
    });
    const from = { 'x-forwarded-for': '198.51.100.77' };
    await here.configure({ 'souk/attempts/address': '2' });
    for (const g of ['NO-CARD', locked.code]) {
      refuses(await gql.send(ACCOUNT, { g }, from), 'graphql-no-such-entity', UNKNOWN);
    }
    const full = await gql.send(ACCOUNT, { g: card.code }, from);
    expect(full.status).toBe(429);
    expect(full.body.errors?.[0]?.message).toMatch(/^Too many attempts\./);
    expect(full.text).not.toContain('12.5');
    const { cart: c } = await buyer();
    const applied = await gql.send(APPLY, { c, g: card.code }, from);
    expect(applied.body.errors?.[0]?.message).toMatch(/^Too many attempts\./);
  });

  it('take one statement, however many there are', async () => {
    const { gql, cart: c } = await buyer();
    const count = countStatements();
    const statements = async (): Promise<number> => (await count.settled(() => shown(gql, c))).length;
    await gql.data(APPLY, { c, g: (await newCard(here, 1)).code });
    const ofOne = await statements();
    for (let i = 0; i < 3; i++) await gql.data(APPLY, { c, g: (await newCard(here, 1)).code });
    expect((await shown(gql, c)).applied_gift_cards).toHaveLength(4);
    expect(await statements()).toBe(ofOne);
    count.stop();
  });
});
