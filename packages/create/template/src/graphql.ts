import { extendType, mutations } from '@souk/kit/graphql';
import { feesOf } from './tables.ts';

const ofProducts = extendType('ProductInterface', (t) => ({
  // For all products of a response at once: a list takes one query.
  vendor_name_fee: t.batch('Float!', async (sources, _, call) => {
    const ids = sources.map(({ product }) => product.id);
    const fees = await feesOf(call, ids);
    return sources.map(({ product }) => fees.get(product.id) ?? 0);
  }),
}));

const ofCarts = extendType('Cart', (t) => ({
  vendor_name_note: t.field('String', ({ cart }) => cart.vendor_name_note),
}));

const setNote = mutations((t) => ({
  setVendorNameNote: t.field('Cart!', { cart_id: 'String!', note: 'String!' }, async (_, { cart_id, note }, call) => {
    const { quote } = call.services;
    const cart = await quote.storefrontCart(call, cart_id);
    return { cart: await quote.saveCart(call, cart, { vendor_name_note: note }) };
  }),
}));

/** The additions of the module to the GraphQL schema. */
export const graphql = [ofProducts, ofCarts, setNote];
