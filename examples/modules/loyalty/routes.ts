import { acl, answerList, none, platformErrors, route, searchResults, SearchCriteria, t } from '@souk/kit';
import { cartRoutes } from '@souk/kit/quote';
import { addPoints, listBalances, pointsOf } from './tables.ts';

const getPoints = route({
  method: 'GET',
  path: '/V1/acme/customers/:customerId/points',
  service: 'acmeLoyaltyPointsV1',
  operation: 'get',
  summary: 'Reads the points of a customer.',
  access: acl('Magento_Customer::manage'),
  input: { customerId: t.integer },
  output: t.integer,
  handle: ({ customerId }, call) => pointsOf(call, customerId),
});

const Balance = t.object('acme-loyalty-balance', { customer_id: t.integer, email: t.string, points: t.integer });

/** Lists the customers with points. */
export const getBalances = route({
  method: 'GET',
  path: '/V1/acme/points',
  service: 'acmeLoyaltyPointsV1',
  operation: 'getList',
  summary: 'Lists customers with their points.',
  access: acl('Magento_Customer::manage'),
  input: { searchCriteria: SearchCriteria },
  output: searchResults('acme-loyalty-balances', Balance),
  handle: async ({ searchCriteria }, call, requested) =>
    answerList(await listBalances(call, searchCriteria), requested),
});

/** Adds points to those of a customer. */
export const addPointsRoute = route({
  method: 'POST',
  path: '/V1/acme/customers/:customerId/points',
  service: 'acmeLoyaltyPointsV1',
  operation: 'add',
  summary: 'Adds points to those of a customer.',
  access: acl('Magento_Customer::manage'),
  entity: none('each call adds points'),
  input: { customerId: t.integer, points: t.integer },
  output: t.integer,
  handle: ({ customerId, points }, call) =>
    call.transaction(async (inside) => {
      if (points < 1) throw platformErrors.invalidValue({ fieldName: 'points', value: points });
      await addPoints(inside, customerId, points);
      return pointsOf(inside, customerId);
    }),
});

const useInCart = cartRoutes({
  ways: ['own'],
  method: 'POST',
  path: '/V1/carts/:cartId/acme-points',
  service: 'acmeLoyaltyCartPointsV1',
  operation: 'use',
  summary: (cart) => `Pays ${cart} with points.`,
  access: acl('Magento_Cart::manage'),
  input: { points: t.integer },
  output: t.boolean,
  async handle({ points }, call, reached) {
    if (points < 0) throw platformErrors.invalidValue({ fieldName: 'points', value: points });
    await call.services.quote.changeCart(call, await reached.read(call), { acme_points: points });
    return true;
  },
});

/** The routes of points. */
export const pointRoutes = [getPoints, getBalances, addPointsRoute, ...useInCart];
