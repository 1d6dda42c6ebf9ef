import {
  makeBundle,
  makeConfigurable,
  makeGrouped,
  makeProduct,
  makeSelect,
  makeVariants,
} from '../catalog/composites.ts';
import { newCard } from '../gift-card-account/cards.ts';
import { run } from '../gift-registry/shop.ts';
import { makeCoupon } from '../multicoupon/shop.ts';
import { makeReturn } from '../rma/shop.ts';
import type { Json } from '../sales/shop.ts';
import { address, newCustomer, PASSWORD } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { ok, type Client, type Souk } from '../support/souk.ts';

/** Products of every type that can be put into a cart by their SKU. */
export interface Catalog {
  readonly skus: readonly string[];
  /** A simple product that costs 10, without options. */
  readonly simple: Json;
  /** A product that is out of stock. */
  readonly soldOut: Json;
  /** Prices of the products without options, by name. */
  readonly prices: ReadonlyMap<string, number>;
  /** A coupon that everybody may use any number of times. */
  readonly coupon: string;
  /** The reason, condition and resolution of a returned item, in the query language of GraphQL. */
  readonly choices: string;
}

/** A customer, and an id of every kind of entity that belongs to the customer. */
export interface Person {
  readonly mark: string;
  readonly email: string;
  readonly me: Client;
  readonly gql: GraphQLClient;
  readonly ids: PersonIds;
  /** Code of a gift card of the customer, which is known to nobody else. */
  readonly card: string;
}

/** Ids as GraphQL has them (`uid`) or as REST has them. */
interface PersonIds {
  readonly customer: number;
  readonly addresses: readonly { readonly id: number; readonly uid: string }[];
  readonly cart: number;
  readonly mask: string;
  readonly item: { readonly id: number; readonly uid: string };
  readonly order: { readonly id: number; readonly uid: string; readonly number: string; readonly token: string };
  readonly orderItem: { readonly id: number; readonly uid: string };
  /** An order that has not been invoiced, so that it can be cancelled. */
  readonly openOrder: { readonly uid: string };
  readonly returnUid: string;
  readonly trackingUids: readonly string[];
  readonly wishlists: readonly string[];
  readonly wishlistItems: readonly string[];
  readonly compareList: string;
  readonly requisitionLists: readonly string[];
  readonly requisitionItems: readonly string[];
  readonly registry: number;
  readonly giftRegistry: {
    readonly uid: string;
    readonly registrants: readonly string[];
    readonly items: readonly string[];
  };
}

const SETTINGS = {
  'btob/website_configuration/requisition_list_active': '1',
  'wishlist/general/multiple_enabled': '1',
  'sales/magento_rma/enabled': '1',
  'sales/cancellation/enabled': '1',
  'sales/gift_options/allow_order': '1',
  'sales/gift_options/allow_items': '1',
  'shipping/origin/street_line1': '5 Dock Rd',
  'shipping/origin/city': 'Reno',
  'shipping/origin/region_id': '12',
  'shipping/origin/postcode': '89501',
  'shipping/origin/country_id': 'US',
  // A fuzzer signs in wrongly, and asks for secrets, all the time.
  'souk/attempts/address': '1000000',
  'souk/attempts/customer': '1000000',
  'sendfriend/email/enabled': '1',
  'sendfriend/email/allow_guest': '1',
  'customer/password/min_time_between_password_reset_requests': '0',
  'souk/graphql/complexity': '3000',
};

/** Configures the shop so that every kind of entity can exist, and makes its products. */
export async function openShop(souk: Souk): Promise<Catalog> {
  await souk.configure(SETTINGS);
  await run(souk, 'reward:rate:set', '--direction', 'points-to-currency', '--points', '10', '--amount', '1');
  const plenty = { qty: 1000 };
  const simple = await makeProduct(souk, { name: 'Thing' }, plenty);
  const select = await makeSelect(souk, ['Red', 'Blue']);
  const variants = await makeVariants(souk, select, [{}, {}]);
  const made = [
    simple,
    await makeProduct(souk, { price: 0.01 }, plenty),
    await makeProduct(souk, { price: 19.99, type_id: 'virtual' }, plenty),
    await makeConfigurable(souk, select, variants),
    await makeBundle(souk, [[simple]]),
    await makeGrouped(souk, [simple]),
  ];
  const soldOut = await makeProduct(souk, { name: 'Sold out' }, { qty: 0, is_in_stock: false });
  const { code } = await makeCoupon(souk, { discount_amount: 1 });
  return {
    skus: made.map(({ sku }) => sku),
    simple,
    soldOut,
    prices: new Map(made.slice(0, 3).map(({ name, price }) => [name, price])),
    coupon: code,
    choices: await choicesOf(souk),
  };
}

/** The first option of each attribute of returned items. */
async function choicesOf({ admin }: Souk): Promise<string> {
  const chosen = await Promise.all(
    ['reason', 'condition', 'resolution'].map(async (code) => {
      const { options } = ok(await admin.get(`/V1/returnsAttributeMetadata/${code}`));
      const { value } = options.find((one: Json) => one.value !== '');
      return `{ attribute_code: "${code}", value: "${btoa(value)}" }`;
    }),
  );
  return `[${chosen.join()}]`;
}

/** Makes a customer with something of everything; `mark` is in all texts that are the customer's, and nowhere else. */
export async function settle(souk: Souk, catalog: Catalog, mark: string): Promise<Person> {
  const { simple, soldOut } = catalog;
  const home = { lastname: mark, street: [`1 ${mark} Lane`], city: mark };
  const { id, email } = await newCustomer(souk, {
    lastname: mark,
    addresses: [address({ ...home, default_shipping: true }), address(home), address(home)],
  });
  const me = souk.guest.as(
    ok(await souk.guest.post('/V1/integration/customer/token', { username: email, password: PASSWORD })),
  );
  const gql = graphqlClient(souk, me.token);
  await run(souk, 'customer:balance:update', '--customer', email, '--delta=500', '--comment', mark);
  await run(souk, 'reward:points:update', '--customer', email, '--delta=1000', '--comment', mark);
  const card = await newCard(souk, 50);
  const sent = { simple, home, me };
  const order = await buy(souk, sent, 3);
  ok(await souk.admin.post(`/V1/order/${order.entity_id}/invoice`));
  const tracks = [{ carrier_code: 'custom', title: mark, track_number: `${mark}-1` }];
  ok(await souk.admin.post(`/V1/order/${order.entity_id}/ship`, { tracks }));
  await makeReturn(souk, order, 1, { comments: [{ comment: mark, visible_on_front: true }] });
  await buy(souk, sent, 1);
  const cart = await fill(sent, 2);
  ok(await me.post('/V1/carts/mine/gift-message', { giftMessage: { sender: mark, recipient: mark, message: mark } }));
  const registry = await run(
    souk,
    'giftregistry:create',
    '--customer',
    String(id),
    '--type',
    'wedding',
    '--title',
    mark,
    '--private',
    '--event',
    'event_date=2027-06-05',
    'event_country=US',
    `event_location=${mark}`,
    'number_of_guests=80',
    '--registrant',
    `Ada ${mark} <ada@example.com> role=bride`,
    `Bo ${mark} <bo@example.com> role=groom`,
  );
  for (const { sku } of [simple, soldOut]) await run(souk, 'giftregistry:item:add', registry, sku, '--note', mark);
  await collect(gql, catalog, mark);
  return {
    mark,
    email,
    me,
    gql,
    card: card.code,
    ids: await idsOf(gql, { customer: id, cart, registry: Number(registry) }),
  };
}

interface Sent {
  readonly simple: Json;
  readonly home: object;
  readonly me: Client;
}

/** Puts pieces of the simple product into the customer's cart, to be sent to the customer's home; the cart's id. */
async function fill({ simple, home, me }: Sent, qty: number): Promise<number> {
  const quote_id = ok(await me.post('/V1/carts/mine'));
  ok(await me.post('/V1/carts/mine/items', { cartItem: { sku: simple.sku, qty, quote_id } }));
  const to = { ...address(home), region_id: 12, region: undefined };
  const by = { shipping_method_code: 'flatrate', shipping_carrier_code: 'flatrate' };
  const addressInformation = { ...by, shipping_address: to, billing_address: to };
  ok(await me.post('/V1/carts/mine/shipping-information', { addressInformation }));
  return quote_id;
}

async function buy(souk: Souk, sent: Sent, qty: number): Promise<Json> {
  await fill(sent, qty);
  const placed = ok(await sent.me.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'checkmo' } }));
  return ok(await souk.admin.get(`/V1/orders/${placed}`));
}

/** Lists, a review and an alert of the customer. */
async function collect(gql: GraphQLClient, { simple, soldOut }: Catalog, mark: string): Promise<void> {
  const { customer } = await gql.data('{ customer { wishlists { id } returns { items { uid } } } }');
  const { createWishlist } = await gql.data(
    'mutation($mark: String!) { createWishlist(input: { name: $mark, visibility: PRIVATE }) { wishlist { id } } }',
    { mark },
  );
  for (const id of [customer.wishlists[0].id, createWishlist.wishlist.id]) {
    await gql.data(
      'mutation($id: ID!, $sku: String!) { addProductsToWishlist(wishlistId: $id, wishlistItems: [{ sku: $sku, quantity: 2 }]) { user_errors { code } } }',
      { id, sku: simple.sku },
    );
  }
  for (const name of [mark, `${mark} too`]) {
    const { createRequisitionList } = await gql.data(
      'mutation($name: String!) { createRequisitionList(input: { name: $name, description: $name }) { requisition_list { uid } } }',
      { name },
    );
    await gql.data(
      'mutation($list: ID!, $sku: String!) { addProductsToRequisitionList(requisitionListUid: $list, requisitionListItems: [{ sku: $sku, quantity: 2 }]) { requisition_list { uid } } }',
      { list: createRequisitionList.requisition_list.uid, sku: simple.sku },
    );
  }
  const list = await gql.data('mutation($p: [ID]) { createCompareList(input: { products: $p }) { uid } }', {
    p: [String(simple.id)],
  });
  await gql.data('mutation($uid: ID!) { assignCompareListToCustomer(uid: $uid) { result } }', {
    uid: list.createCompareList.uid,
  });
  for (const [name, { sku }] of [
    ['subscribeProductAlertPrice', simple],
    ['subscribeProductAlertStock', soldOut],
  ] as const) {
    await gql.data(`mutation($sku: String!) { ${name}(input: { sku: $sku }) { success } }`, { sku });
  }
  await gql.data(
    'mutation($mark: String!, $sku: String!) { createProductReview(input: { nickname: $mark, ratings: [], sku: $sku, summary: $mark, text: $mark }) { review { text } } }',
    { mark, sku: simple.sku },
  );
  for (const number of [`${mark}-2`, `${mark}-3`]) {
    await gql.data(
      'mutation($uid: ID!, $by: ID!, $number: String!) { addReturnTracking(input: { return_uid: $uid, carrier_uid: $by, tracking_number: $number }) { return { uid } } }',
      { uid: customer.returns.items[0].uid, by: btoa('custom'), number },
    );
  }
}

const IDS = `{
  customerCart { id itemsV2 { items { id uid } } }
  customer {
    addresses { id uid }
    orders(sort: { sort_field: CREATED_AT, sort_direction: ASC }) { items { id number token items { id } } }
    wishlists { id items_v2 { items { id } } }
    compare_list { uid }
    requisition_lists { items { uid items { items { uid } } } }
    returns { items { uid shipping { tracking { uid } } } }
    gift_registries { uid registrants { uid } items { uid } }
  }
}`;

async function idsOf(
  gql: GraphQLClient,
  known: { customer: number; cart: number; registry: number },
): Promise<PersonIds> {
  const { customer, customerCart } = await gql.data(IDS);
  const orders = customer.orders.items as Json[];
  const shipped = orders.find(({ items }) => items.length > 0)!;
  const [made] = customer.returns.items;
  const [registry] = customer.gift_registries;
  const uids = (all: readonly Json[]): string[] => all.map(({ uid }) => uid as string);
  const item = customerCart.itemsV2.items[0];
  return {
    ...known,
    addresses: customer.addresses,
    mask: customerCart.id,
    item: { id: Number(item.id), uid: item.uid },
    order: { id: Number(atob(shipped.id)), uid: shipped.id, number: shipped.number, token: shipped.token },
    orderItem: { id: Number(atob(shipped.items[0].id)), uid: shipped.items[0].id },
    openOrder: { uid: orders[1]!.id },
    returnUid: made.uid,
    giftRegistry: { uid: registry.uid, registrants: uids(registry.registrants), items: uids(registry.items) },
    trackingUids: made.shipping.tracking.map(({ uid }: Json) => uid),
    wishlists: customer.wishlists.map(({ id }: Json) => id),
    wishlistItems: customer.wishlists.flatMap(({ items_v2 }: Json) => items_v2.items.map(({ id }: Json) => id)),
    compareList: customer.compare_list.uid,
    requisitionLists: uids(customer.requisition_lists.items),
    requisitionItems: customer.requisition_lists.items.flatMap(({ items: { items } }: Json) => uids(items)),
  };
}
