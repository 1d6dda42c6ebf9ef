import { chooseOptions } from './choices.ts';
import { guestBuyer, people, type DemoPerson } from './customers.ts';
import type { CallRoute } from '../../kernel/demo.ts';
import { elementAt } from '../../kernel/lists.ts';
import { THRIFTY, WELCOME } from './rules.ts';

/** The progress of an order after it is placed. */
type Step = 'invoice' | 'ship' | 'refund' | 'refund part' | 'hold' | 'cancel' | 'ship part' | 'comment';

/** A planned order: the buyer, the products and the progress. */
interface Plan {
  readonly who: DemoPerson;
  readonly lines: readonly (readonly [sku: string, qty: number])[];
  readonly coupon?: string;
  readonly steps: readonly Step[];
}

const [amira, jonas, grace, louise, tom, mei] = people;

/** Orders in every state, with every type of product, by guests and by customers of all groups. */
const plans: readonly Plan[] = [
  { who: amira, lines: [['SAUCEPAN-COPPER-OLIVE', 1]], steps: [] },
  {
    who: amira,
    lines: [
      ['TOTE-COTTON', 2],
      ['MUG-STONEWARE-IVORY', 4],
    ],
    coupon: WELCOME,
    steps: ['invoice', 'ship'],
  },
  { who: jonas, lines: [['BLANKET-WOOL', 1]], steps: ['invoice'] },
  { who: jonas, lines: [['BREAKFAST-SET', 2]], steps: ['invoice', 'ship'] },
  {
    who: grace,
    lines: [
      ['BOWL-STONEWARE-INDIGO', 24],
      ['PLATE-STONEWARE-INDIGO', 24],
    ],
    steps: ['invoice', 'ship part'],
  },
  {
    who: grace,
    lines: [['TABLECLOTH-LINEN-IVORY', 12]],
    coupon: THRIFTY,
    steps: ['invoice', 'ship', 'refund part', 'comment'],
  },
  {
    who: louise,
    lines: [
      ['SATCHEL-LEATHER', 3],
      ['WALLET-LEATHER', 3],
    ],
    steps: ['hold'],
  },
  { who: louise, lines: [['RUNNER-LINEN-INDIGO', 6]], steps: ['ship'] },
  { who: tom, lines: [['RECIPE-BOOK', 1]], steps: ['invoice'] },
  { who: tom, lines: [['COOKING-COURSE', 2]], steps: ['invoice', 'refund'] },
  { who: tom, lines: [['TRAY-WALNUT-CHARCOAL', 1]], steps: ['cancel'] },
  {
    who: mei,
    lines: [
      ['GIFT-BOX', 1],
      ['SHARPENING', 1],
    ],
    coupon: WELCOME,
    steps: ['comment'],
  },
  { who: mei, lines: [['COPPER-COOKWARE', 1]], steps: ['invoice', 'ship'] },
  { who: guestBuyer, lines: [['CUSHION-COTTON', 2]], steps: ['invoice', 'ship', 'refund'] },
  {
    who: guestBuyer,
    lines: [
      ['KETTLE-COPPER-SAFFRON', 1],
      ['CARAFE-GLASS-OLIVE', 1],
    ],
    steps: [],
  },
];

/** Carts that somebody has left. */
const leftCarts: readonly Pick<Plan, 'who' | 'lines'>[] = [
  { who: amira, lines: [['LANTERN-GLASS-OLIVE', 2]] },
  { who: guestBuyer, lines: [['BOX-WALNUT-OLIVE', 1]] },
];

/** Places the orders and leaves the carts; returns the ids of the orders. */
export async function makeOrders(callRoute: CallRoute, customerIds: ReadonlyMap<string, number>): Promise<number[]> {
  const orderIds: number[] = [];
  for (const plan of plans) {
    const orderId = await place(callRoute, plan, customerIds);
    await follow(callRoute, plan, orderId);
    orderIds.push(orderId);
  }
  for (const { who, lines } of leftCarts)
    await fill(callRoute, await openCart(callRoute, customerIds.get(who.email)), lines);
  return orderIds;
}

async function openCart(callRoute: CallRoute, customerId: number | undefined): Promise<number> {
  const cartId =
    customerId === undefined
      ? await callRoute('quoteCartManagementV1', 'createEmptyCart')
      : await callRoute('quoteCartManagementV1', 'createEmptyCartForCustomer', { customerId });
  return Number(cartId);
}

async function fill(callRoute: CallRoute, cartId: number, lines: Plan['lines']): Promise<void> {
  for (const [nth, [sku, qty]] of lines.entries()) {
    const cartItem = { quote_id: String(cartId), sku, qty, product_option: await chooseOptions(callRoute, sku, nth) };
    await callRoute('quoteCartItemRepositoryV1', 'save', { quoteId: String(cartId), cartItem });
  }
}

async function place(callRoute: CallRoute, plan: Plan, customerIds: ReadonlyMap<string, number>): Promise<number> {
  const { who, lines, coupon: couponCode } = plan;
  const customerId = customerIds.get(who.email);
  const cartId = await openCart(callRoute, customerId);
  await fill(callRoute, cartId, lines);
  if (couponCode) await callRoute('quoteCouponManagementV1', 'set', { cartId, couponCode });
  const { email, firstname, lastname, places } = who;
  const address = { email, firstname, lastname, ...places[0] };
  await callRoute('checkoutShippingInformationManagementV1', 'saveAddressInformation', {
    cartId,
    addressInformation: {
      shipping_address: address,
      billing_address: address,
      shipping_carrier_code: 'flatrate',
      shipping_method_code: 'flatrate',
    },
  });
  const paymentMethod = { method: 'checkmo' };
  return Number(await callRoute('quoteCartManagementV1', 'placeOrder', { cartId, paymentMethod }));
}

async function follow(callRoute: CallRoute, { steps }: Plan, orderId: number): Promise<void> {
  for (const step of steps) await perform[step](callRoute, orderId);
}

/** The first item that can be shipped or refunded by itself. */
async function firstItem(callRoute: CallRoute, orderId: number): Promise<number> {
  const { items } = await callRoute<{ items: readonly { item_id: number; parent_item_id?: number | null }[] }>(
    'salesOrderRepositoryV1',
    'get',
    { id: orderId },
  );
  const whole = items.filter((item) => !item.parent_item_id);
  return elementAt(whole, 0).item_id;
}

const management = 'salesOrderManagementV1';
const onePiece = async (callRoute: CallRoute, orderId: number): Promise<object[]> => [
  { order_item_id: await firstItem(callRoute, orderId), qty: 1 },
];

const perform: Readonly<Record<Step, (callRoute: CallRoute, orderId: number) => Promise<unknown>>> = {
  invoice: (callRoute, orderId) => callRoute('salesInvoiceOrderV1', 'execute', { orderId, capture: true }),
  ship: (callRoute, orderId) =>
    callRoute('salesShipOrderV1', 'execute', {
      orderId,
      tracks: [{ track_number: `1Z${String(orderId).padStart(8, '0')}`, title: 'Parcel', carrier_code: 'custom' }],
    }),
  'ship part': async (callRoute, orderId) =>
    callRoute('salesShipOrderV1', 'execute', { orderId, items: await onePiece(callRoute, orderId) }),
  refund: (callRoute, orderId) => callRoute('salesRefundOrderV1', 'execute', { orderId }),
  'refund part': async (callRoute, orderId) =>
    callRoute('salesRefundOrderV1', 'execute', { orderId, items: await onePiece(callRoute, orderId) }),
  hold: (callRoute, id) => callRoute(management, 'hold', { id }),
  cancel: (callRoute, id) => callRoute(management, 'cancel', { id }),
  comment: (callRoute, id) =>
    callRoute(management, 'addComment', {
      id,
      statusHistory: {
        comment: 'Asked for a call before delivery.',
        is_customer_notified: 0,
        is_visible_on_front: 0,
        parent_id: id,
      },
    }),
};
