import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { round } from '../../src/kernel/money.ts';
import { updateBalance } from '../../src/modules/customer-balance/customers.ts';
import { cardNow, newCard, sumOfHistory } from '../gift-card-account/cards.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements } from '../support/statements.ts';
import { newBuyer, pay } from './shop.ts';

const CART =
  'applied_store_credit { applied_balance { value currency } current_balance { value currency } enabled } prices { grand_total { value } }';
const SHOW = `query($c: String!) { cart(cart_id: $c) { ${CART} } }`;
const APPLY = `mutation($c: String!) { applyStoreCreditToCart(input: { cart_id: $c }) { cart { ${CART} } } }`;
const REMOVE = `mutation($c: String!) { removeStoreCreditFromCart(input: { cart_id: $c }) { cart { ${CART} } } }`;
const BALANCE = `query($size: Int, $page: Int) { customer { store_credit { enabled current_balance { value currency }
  balance_history(pageSize: $size, currentPage: $page) {
    items { action actual_balance { value } balance_change { value } date_time_changed }
    page_info { current_page page_size total_pages } total_count } } } }`;
const REDEEM =
  'mutation($g: String!) { redeemGiftCardBalanceAsStoreCredit(input: { gift_card_code: $g }) { code balance { value currency } } }';
const usd = (value: number) => ({ value, currency: 'USD' });

const ENABLED = 'customer/magento_customerbalance/is_enabled';
const HISTORY = 'customer/magento_customerbalance/show_history';
const DOLLARS = { 'currency/options/allow': 'USD', 'currency/options/default': 'USD' };

describe.each(engines)('store credit of storefronts on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    // The tests speak through a proxy, so that who guesses has an address of their own.
    here = await startHere(engine, { env: { SOUK_TRUSTED_PROXIES: '127.0.0.1,::1' } });
  });
  afterEach(() => here.configure({ [ENABLED]: '1', [HISTORY]: '1', 'souk/attempts/address': '', ...DOLLARS }));
  afterAll(() => here.stop());

  const give = (customerId: number, amount: number) =>
    here.souk
      .systemCall()
      .transaction((call) => updateBalance(call, { customerId, websiteId: 1 }, round(amount), { info: 'a gift' }));

  /** A customer with so much credit, and a cart of 30. */
  async function buyer(...amounts: number[]) {
    const { me, id } = await newBuyer(here);
    for (const amount of amounts) await give(id, amount);
    const gql = graphqlClient(here, me.token);
    const { customerCart } = await gql.data('{ customerCart { id } }');
    const credit = async (size?: number, page?: number) =>
      (await gql.data(BALANCE, { size, page })).customer.store_credit;
    const cart = async () => (await gql.data(SHOW, { c: customerCart.id })).cart;
    return { me, id, gql, c: customerCart.id as string, credit, cart };
  }

  it('pays carts and orders, and is taken off again', async () => {
    const { me, gql, c, credit, cart } = await buyer(12.5);
    const shown = (applied: number, grand: number) => ({
      applied_store_credit: { applied_balance: usd(applied), current_balance: usd(12.5), enabled: true },
      prices: { grand_total: { value: grand } },
    });
    expect(await cart()).toEqual(shown(0, 30));
    expect((await gql.data(APPLY, { c })).applyStoreCreditToCart.cart).toEqual(shown(12.5, 17.5));
    expect((await gql.data(REMOVE, { c })).removeStoreCreditFromCart.cart).toEqual(shown(0, 30));
    await gql.data(APPLY, { c });
    ok(await pay(me, 'checkmo'));
    const { customer } = await gql.data(
      '{ customer { orders { items { total { grand_total { value } total_store_credit { value currency } } } } } }',
    );
    expect(customer.orders.items).toEqual([{ total: { grand_total: { value: 17.5 }, total_store_credit: usd(12.5) } }]);
    expect(await credit()).toEqual({
      enabled: true,
      current_balance: usd(0),
      balance_history: {
        items: [
          {
            action: 'Used',
            actual_balance: { value: 0 },
            balance_change: { value: -12.5 },
            date_time_changed: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
          },
          expect.objectContaining({ action: 'Created', balance_change: { value: 12.5 } }),
        ],
        page_info: { current_page: 1, page_size: 20, total_pages: 1 },
        total_count: 2,
      },
    });
  });

  it('has a history by pages, whose length costs no statements', async () => {
    const { gql, credit } = await buyer(1, 2, 3);
    const changes = async (size: number, page: number) => {
      const { items, page_info, total_count } = (await credit(size, page)).balance_history;
      return [items.map((one: typeof items) => one.balance_change.value), page_info.total_pages, total_count];
    };
    expect(await changes(2, 1)).toEqual([[3, 2], 2, 3]);
    expect(await changes(2, 2)).toEqual([[1], 2, 3]);
    refuses(await gql.send(BALANCE, { size: 0 }), 'graphql-input', 'pageSize value must be greater than 0.');
    refuses(await gql.send(BALANCE, { page: 0 }), 'graphql-input', 'currentPage value must be greater than 0.');
    refuses(await gql.send(BALANCE, { page: 9 }), 'graphql-input', /greater than the 1 page/);
    const count = countStatements();
    const costs = [];
    for (const size of [1, 3]) costs.push((await count.settled(() => credit(size))).length);
    count.stop();
    expect(costs[0]).toBeGreaterThan(1);
    expect(costs[1]).toBe(costs[0]);
  });

  it('is shown in the currency of the storefront, to the cent', async () => {
    const { gql, c, credit } = await buyer(10);
    await here.configure({ 'currency/options/allow': 'USD,EUR', 'currency/options/default': 'EUR' });
    expect((await credit()).current_balance).toEqual({ value: 7.07, currency: 'EUR' });
    const { applyStoreCreditToCart: applied } = await gql.data(APPLY, { c });
    expect(applied.cart.applied_store_credit.current_balance).toEqual({ value: 7.07, currency: 'EUR' });
  });

  it('is refused to guests and to others than the owner of a cart', async () => {
    const [one, other] = [await buyer(5), await buyer(5)];
    const guest = graphqlClient(here);
    const { createGuestCart } = await guest.data('mutation { createGuestCart { cart { id } } }');
    for (const document of [APPLY, REMOVE]) {
      refuses(
        await guest.send(document, { c: createGuestCart.cart.id }),
        'graphql-authorization',
        'Please specify a valid customer.',
      );
      refuses(
        await other.gql.send(document, { c: one.c }),
        'graphql-authorization',
        `The current user cannot perform operations on cart "${one.c}"`,
      );
      refuses(await one.gql.send(document, { c: '' }), 'graphql-input', 'Required parameter "cart_id" is missing');
      const gone = 'a'.repeat(32);
      refuses(
        await one.gql.send(document, { c: gone }),
        'graphql-no-such-entity',
        `Could not find a cart with ID "${gone}"`,
      );
    }
    expect((await one.cart()).prices.grand_total.value).toBe(30);
    const { cart } = await guest.data(SHOW, { c: createGuestCart.cart.id });
    expect(cart.applied_store_credit).toEqual({ applied_balance: usd(0), current_balance: usd(0), enabled: true });
  });

  it('is not there, or without its history, where the shop says so', async () => {
    const { gql, c, credit, cart } = await buyer(5);
    await here.configure({ [HISTORY]: '0' });
    expect(await credit()).toEqual({ enabled: true, current_balance: usd(5), balance_history: null });
    expect((await gql.data('{ storeConfig { store_credit_enabled } }')).storeConfig.store_credit_enabled).toBe('1');
    await here.configure({ [ENABLED]: '0' });
    expect(await credit()).toEqual({ enabled: false, current_balance: null, balance_history: null });
    expect((await cart()).applied_store_credit).toEqual({
      applied_balance: null,
      current_balance: null,
      enabled: false,
    });
    refuses(await gql.send(APPLY, { c }), 'graphql-input', 'Store credit is not enabled.');
    expect((await gql.data('{ storeConfig { store_credit_enabled } }')).storeConfig.store_credit_enabled).toBe('0');
  });

  it('takes up the balance of a gift card, once', async () => {
    const { gql, credit } = await buyer();
    const card = await newCard(here, 25);
    const send = (g: string) => gql.send(REDEEM, { g });
    const answers = await Promise.all([send(card.code), send(card.code)]);
    const [given, ...more] = answers.filter(({ body }) => !body.errors);
    expect(more).toEqual([]);
    expect(given!.body.data.redeemGiftCardBalanceAsStoreCredit).toEqual({ code: card.code, balance: usd(0) });
    const now = await cardNow(here, card);
    expect(now).toMatchObject({ balance: 0, state: 2 });
    expect(sumOfHistory(now)).toBe(0);
    const { current_balance, balance_history } = await credit();
    expect([current_balance.value, balance_history.total_count]).toEqual([25, 1]);
  });

  it('leaves gift cards as they are where they cannot be redeemed', async () => {
    const { gql, credit } = await buyer(1);
    const bound = await newCard(here, 5, { is_redeemable: 0 });
    const locked = await newCard(here, 5, { status: 0 });
    const good = await newCard(here, 5);
    for (const g of ['', 'NO-CARD', locked.code, (await newCard(here, 0)).code]) {
      refuses(await gql.send(REDEEM, { g }), 'graphql-no-such-entity', 'Gift card not found');
    }
    refuses(await gql.send(REDEEM, { g: bound.code }), 'graphql-input', 'This gift card cannot be redeemed.');
    refuses(
      await graphqlClient(here).send(REDEEM, { g: good.code }),
      'graphql-authorization',
      "The current customer isn't authorized.",
    );
    await here.configure({ 'souk/attempts/address': '1' });
    const from = { 'x-forwarded-for': '198.51.100.78' };
    await gql.send(REDEEM, { g: 'NO-CARD' }, from);
    expect((await gql.send(REDEEM, { g: good.code }, from)).body.errors?.[0]?.message).toMatch(/^Too many attempts\./);
    await here.configure({ 'souk/attempts/address': '', [ENABLED]: '0' });
    refuses(await gql.send(REDEEM, { g: good.code }), 'graphql-input', 'Gift cards cannot be redeemed now.');
    await here.configure({ [ENABLED]: '1' });
    expect((await credit()).current_balance.value).toBe(1);
    for (const card of [bound, locked, good]) expect((await cardNow(here, card)).balance).toBe(5);
  });
});
