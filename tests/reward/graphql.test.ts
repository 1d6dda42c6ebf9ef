import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addPoints } from '../../src/modules/reward/accounts.ts';
import { readRate, saveRate } from '../../src/modules/reward/rate-list.ts';
import { newBuyer, pay } from '../customer-balance/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements } from '../support/statements.ts';

const CART = 'applied_reward_points { points money { value currency } } prices { grand_total { value } }';
const SHOW = `query($c: String!) { cart(cart_id: $c) { ${CART} } }`;
const APPLY = `mutation($c: ID!) { applyRewardPointsToCart(cartId: $c) { cart { ${CART} } } }`;
const REMOVE = `mutation($c: ID!) { removeRewardPointsFromCart(cartId: $c) { cart { ${CART} } } }`;
const POINTS = `{ customer { reward_points { balance { points money { value currency } }
  balance_history { balance { points money { value } } change_reason date points_change }
  exchange_rates { earning { points currency_amount } redemption { points currency_amount } }
  subscription_status { balance_updates points_expiration_notifications } } } }`;
const CONFIG = `{ storeConfig { magento_reward_general_is_enabled magento_reward_general_is_enabled_on_front
  magento_reward_general_min_points_balance magento_reward_general_publish_history magento_reward_points_order } }`;
const usd = (value: number) => ({ value, currency: 'USD' });

const general = 'magento_reward/general';
const settings = {
  [`${general}/is_enabled`]: '1',
  [`${general}/is_enabled_on_front`]: '1',
  [`${general}/publish_history`]: '1',
  [`${general}/min_points_balance`]: '',
};

describe.each(engines)('reward points of storefronts on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.souk.systemCall().transaction(async (call) => {
      await saveRate(call, await readRate(call, { direction: 'points-to-currency', points: '10', amount: '1' }));
      await saveRate(call, await readRate(call, { direction: 'currency-to-points', points: '3', amount: '2.5' }));
    });
  });
  afterEach(() => here.configure(settings));
  afterAll(() => here.stop());

  const give = (customerId: number, points: number) =>
    here.souk
      .systemCall()
      .transaction((call) =>
        addPoints(call, { customerId, websiteId: 1 }, points, { action: 'updated', info: 'a gift' }),
      );

  /** A customer with points, and a cart of 30. */
  async function buyer(...given: number[]) {
    const { me, id } = await newBuyer(here);
    for (const points of given) await give(id, points);
    const gql = graphqlClient(here, me.token);
    const { customerCart } = await gql.data('{ customerCart { id } }');
    const points = async () => (await gql.data(POINTS)).customer.reward_points;
    const cart = async () => (await gql.data(SHOW, { c: customerCart.id })).cart;
    return { me, gql, c: customerCart.id as string, points, cart };
  }

  it('pay carts and orders, and are taken off again', async () => {
    const { me, gql, c, points, cart } = await buyer(125);
    const without = { applied_reward_points: null, prices: { grand_total: { value: 30 } } };
    const paid = { applied_reward_points: { points: 120, money: usd(12) }, prices: { grand_total: { value: 18 } } };
    expect(await cart()).toEqual(without);
    expect((await gql.data(APPLY, { c })).applyRewardPointsToCart.cart).toEqual(paid);
    expect((await gql.data(REMOVE, { c })).removeRewardPointsFromCart.cart).toEqual(without);
    await gql.data(APPLY, { c });
    ok(await pay(me, 'checkmo'));
    const { customer } = await gql.data(
      '{ customer { orders { items { number total { total_reward_points { value currency } } } } } }',
    );
    const [order] = customer.orders.items;
    expect(order.total).toEqual({ total_reward_points: usd(12) });
    expect(await points()).toEqual({
      balance: { points: 5, money: usd(0) },
      balance_history: [
        {
          balance: { points: 5, money: { value: 0 } },
          change_reason: `Used in an order: Order #${order.number}`,
          date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
          points_change: -120,
        },
        {
          balance: { points: 125, money: { value: 12 } },
          change_reason: 'Updated by the shop: a gift',
          date: expect.any(String),
          points_change: 125,
        },
      ],
      exchange_rates: {
        earning: { points: 3, currency_amount: 2.5 },
        redemption: { points: 10, currency_amount: 1 },
      },
      subscription_status: {
        balance_updates: 'SUBSCRIBED',
        points_expiration_notifications: 'SUBSCRIBED',
      },
    });
  });

  it('show nothing where there is nothing, and too few points pay nothing', async () => {
    const [none, few] = [await buyer(), await buyer(50)];
    expect(await none.points()).toMatchObject({ balance: { points: 0, money: usd(0) }, balance_history: [] });
    expect((await none.gql.data(APPLY, { c: none.c })).applyRewardPointsToCart.cart.applied_reward_points).toBeNull();
    await here.configure({ [`${general}/min_points_balance`]: '60', [`${general}/publish_history`]: '0' });
    expect((await few.gql.data(APPLY, { c: few.c })).applyRewardPointsToCart.cart).toEqual({
      applied_reward_points: null,
      prices: { grand_total: { value: 30 } },
    });
    expect((await few.points()).balance_history).toBeNull();
    expect((await few.gql.data(CONFIG)).storeConfig).toEqual({
      magento_reward_general_is_enabled: '1',
      magento_reward_general_is_enabled_on_front: '1',
      magento_reward_general_min_points_balance: '60',
      magento_reward_general_publish_history: '0',
      magento_reward_points_order: '0',
    });
  });

  it('are refused to guests, to others than the owner of a cart, and where the shop has none', async () => {
    const [one, other] = [await buyer(100), await buyer(100)];
    for (const document of [APPLY, REMOVE]) {
      refuses(
        await graphqlClient(here).send(document, { c: one.c }),
        'graphql-authorization',
        "The current customer isn't authorized.",
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
    for (const name of ['is_enabled', 'is_enabled_on_front']) {
      await here.configure({ ...settings, [`${general}/${name}`]: '0' });
      refuses(await one.gql.send(APPLY, { c: one.c }), 'graphql-input', 'Reward points are not enabled.');
      expect(await one.points()).toBeNull();
    }
    await here.configure(settings);
    expect((await one.cart()).applied_reward_points).toBeNull();
  });

  it('cost as many statements, however long their history', async () => {
    const [short, long] = [await buyer(1), await buyer(1, 2, 3, 4)];
    const count = countStatements();
    const costs = [];
    for (const { points } of [short, long]) costs.push((await count.settled(points)).length);
    count.stop();
    expect((await long.points()).balance_history).toHaveLength(4);
    expect(costs[1]).toBe(costs[0]);
  });
});
