import type { Call } from '../../kernel/call.ts';
import type { CartFact } from '../sales-rule/service.ts';
import type { StoredCustomer } from '../customer/service.ts';
import type { StoredCart } from '../quote/service.ts';
import { appliesTo, type Segment } from './segments.ts';
import type { SegmentFacts } from './conditions.ts';

type Facts = Readonly<Record<string, CartFact>>;
type Purchases = Awaited<ReturnType<Call['services']['sales']['purchases']>>;

/** Facts of a cart that change with its prices. */
type CartAmounts = Pick<StoredCart, 'base_subtotal'>;

/** Group of visitors. */
const VISITORS = 0;

const noOrders: Facts = { number: 0, total: 0, last_order_at: null };

function customerFacts(customer: StoredCustomer): Facts {
  const { group_id, email, firstname, lastname, created_at, gender, dob, is_subscribed, store_id } = customer;
  return { group_id, email, firstname, lastname, created_at, gender, dob, is_subscribed, store_id };
}

interface Place {
  readonly country_id: string | null;
  readonly region: string | null;
  readonly region_id: number | null;
  readonly city: string | null;
  readonly postcode: string | null;
  readonly company: string | null;
  readonly telephone: string | null;
}

function addressFacts({ country_id, region, region_id, city, postcode, company, telephone }: Place): Facts {
  return { country_id, region, region_id, city, postcode, company, telephone };
}

function cartFacts(cart: StoredCart | undefined, { base_subtotal }: CartAmounts): Facts {
  const items = cart?.items.filter((item) => item.parent_item_id === null) ?? [];
  return {
    base_subtotal,
    total_qty: items.reduce((sum, item) => sum + item.qty, 0),
    items_count: items.length,
    product_id: (cart?.items ?? []).map((item) => String(item.product_id)),
  };
}

function orderFacts(call: Call, purchases: Purchases, customerId: number, websiteId: number): Facts {
  const { store } = call.services;
  const own = purchases.filter((one) => one.customerId === customerId && store.websiteOf(one.storeId) === websiteId);
  if (own.length === 0) return noOrders;
  return {
    number: own.reduce((sum, one) => sum + one.orders, 0),
    total: own.reduce((sum, one) => sum + one.total, 0),
    last_order_at: own.map((one) => one.lastAt).reduce((last, at) => (at > last ? at : last)),
  };
}

/** Facts about customers on their websites, by id; three queries. */
export async function factsOfCustomers(
  call: Call,
  ids: readonly number[],
): Promise<Map<number, { readonly websiteId: number; readonly facts: SegmentFacts }>> {
  const { customer, quote, sales } = call.services;
  const customers = await customer.customers(call, ids);
  const carts = await quote.customersCarts(call, ids);
  const purchases = await sales.purchases(call, ids);
  const found = [...customers.values()].map((one) => {
    const cart = carts.find(({ customer_id, website_id }) => customer_id === one.id && website_id === one.website_id);
    const facts: SegmentFacts = {
      customer: customerFacts(one),
      addresses: one.addresses.map(addressFacts),
      cart: cartFacts(cart, cart ?? { base_subtotal: 0 }),
      orders: orderFacts(call, purchases, one.id, one.website_id),
    };
    return [one.id, { websiteId: one.website_id, facts }] as const;
  });
  return new Map(found);
}

/** The active segments of a cart's owner, by the cart's amounts; two queries for a customer, none for a guest. */
export async function segmentsOfCart(call: Call, cart: StoredCart): Promise<(amounts: CartAmounts) => Segment[]> {
  const { customer_id: id, website_id } = cart;
  const other = id === null ? appliesTo.registered : appliesTo.visitors;
  const all = await call.services.customerSegment.segments.get(call);
  const segments = all.filter(
    ({ isActive, applyTo, websiteIds }) => isActive && applyTo !== other && websiteIds.includes(website_id),
  );
  if (segments.length === 0) return () => [];
  const who = id === null ? undefined : await call.services.customer.customer(call, id);
  const orders = who
    ? orderFacts(call, await call.services.sales.purchases(call, [who.id]), who.id, website_id)
    : noOrders;
  const known = {
    customer: who ? customerFacts(who) : { group_id: VISITORS, email: cart.customer_email, store_id: cart.store_id },
    addresses: (who?.addresses ?? [cart.shipping, cart.billing]).map(addressFacts),
    orders,
  };
  return (amounts) => segments.filter(({ holds }) => holds({ ...known, cart: cartFacts(cart, amounts) }));
}
