import { fillCart, type Buyer } from '../customer-balance/shop.ts';
import type { Json } from '../sales/shop.ts';
import { ok, unique, type Client } from '../support/client.ts';
import { newCustomer, PASSWORD } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';

/** The callers of a shop: an administrator and a guest. */
interface Shop {
  readonly base: string;
  readonly admin: Client;
  readonly guest: Client;
}

const conditions = 'Magento\\SalesRule\\Model\\Rule\\Condition\\';
const combine = (type: string, condition: object) => ({
  condition_type: `${conditions}${type}`,
  aggregator_type: 'all',
  operator: null,
  value: '1',
  conditions: [condition],
});

/** A condition on the cart: an attribute is at least so much. */
export const atLeast = (attribute_name: string, value: number) =>
  combine('Combine', {
    condition_type: `${conditions}Address`,
    operator: '>=',
    attribute_name,
    value: String(value),
  });

/** Who buys `sku` is given one of the products `gift_skus`; `over`: what the rule says besides. */
export async function giftRule({ admin }: Shop, sku: string, gift_skus: readonly string[], over: Json = {}) {
  const { gift_qty, ...more } = over;
  const action_condition = combine('Product\\Combine', {
    condition_type: `${conditions}Product`,
    operator: '==',
    attribute_name: 'sku',
    value: sku,
  });
  const rule = {
    name: unique('gift'),
    website_ids: [1],
    customer_group_ids: [0, 1, 2, 3],
    is_active: true,
    stop_rules_processing: false,
    simple_action: 'free_gift',
    action_condition,
    extension_attributes: { gift_skus, ...(gift_qty !== undefined && { gift_qty }) },
    ...more,
  };
  return ok(await admin.post('/V1/salesRules', { rule })).rule_id as number;
}

/** A customer with two ways to call. */
export interface Shopper extends Buyer {
  /** What the cart has two pieces of, at 10 each. */
  readonly sku: string;
  readonly email: string;
  readonly gql: GraphQLClient;
  /** The cart's id in GraphQL. */
  readonly cart: string;
}

/** A customer whose cart has two pieces of `sku`, shipped for 5 each: 30 in all. */
export async function shopper(shop: Shop, sku: string): Promise<Shopper> {
  const { id, email } = await newCustomer(shop);
  const me = shop.guest.as(
    ok(await shop.guest.post('/V1/integration/customer/token', { username: email, password: PASSWORD })),
  );
  const cartId = await fillCart(me, sku);
  const gql = graphqlClient(shop, me.token);
  const { customerCart } = await gql.data('{ customerCart { id } }');
  return { id, me, cartId, sku, email, gql, cart: customerCart.id };
}

/** Products that rules give: at 7, with 100 pieces in stock. */
export async function gifts(shop: Shop, count: number, over: Json = {}): Promise<string[]> {
  const made = [];
  for (let i = 0; i < count; i++) made.push((await newProduct(shop, { price: 7, ...over })).sku as string);
  return made;
}

/** SKUs of what a cart has, with quantity and price. */
export async function itemsOf({ gql, cart }: Shopper): Promise<Json[]> {
  const { cart: shown } = await gql.data(
    `query($c: String!) { cart(cart_id: $c) { items { uid quantity is_free_gift product { sku } prices { price { value } } } } }`,
    { c: cart },
  );
  return shown.items;
}

/** The items that are gifts, as `[sku, quantity, price]`. */
export const giftsIn = async (buyer: Shopper): Promise<[string, number, number][]> =>
  (await itemsOf(buyer))
    .filter(({ is_free_gift }) => is_free_gift)
    .map(({ product: { sku }, quantity, prices }) => [sku, quantity, prices.price.value]);

/** What a cart offers to choose. */
export async function offersTo({ gql, cart }: Shopper): Promise<Json> {
  const { cart: shown } = await gql.data(
    'query($c: String!) { cart(cart_id: $c) { has_available_free_gifts available_free_gifts { rule_id rule_label gift_qty available_skus products { sku name } } } }',
    { c: cart },
  );
  return shown;
}

/** Chooses a gift; the whole answer. */
export const select = ({ gql, cart }: Shopper, rule_id: number, sku: string, over: Json = {}) =>
  gql.send(
    'mutation($i: SelectFreeGiftForCartInput!) { selectFreeGiftForCart(input: $i) { cart { has_available_free_gifts items { quantity is_free_gift product { sku } } } } }',
    { i: { cart_id: cart, rule_id, sku, ...over } },
  );
