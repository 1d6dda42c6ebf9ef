import type { Call } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import { decimal, round, type Decimal } from '../../kernel/money.ts';
import type { StoredItem, StoredOrder } from '../sales/extensions.ts';
import { orderItemStatus } from './configuration.ts';
import { mailCards } from './mails.ts';
import { choiceOfItem } from './order-item.ts';
import { noteReturned, noteSold, soldWith, type SoldCard } from './sold.ts';
import { GIFT_CARD } from './types.ts';

/**
 * Creates an account for each gift card of a paid order, once, and locks the accounts of canceled or refunded cards.
 * The order lists their codes. Changes of an order are serialised, so that the existing accounts are known. Skips
 * orders that were not placed here, such as imported records. Costs nothing for orders without gift cards.
 */
export async function followGiftCards(call: Call, order: StoredOrder): Promise<StoredOrder | void> {
  const items = order.items.filter((item) => call.services.sales.typeOf(item) === GIFT_CARD);
  if (items.length === 0 || !order.reservesStock) return;
  const sold = await soldWith(call, order.id);
  const codes = new Map<number, string[]>();
  for (const item of items) {
    const before = sold.get(item.id) ?? [];
    const newCards = await followItem(call, order, item, before);
    codes.set(
      item.id,
      [...before, ...newCards].map(({ code }) => code),
    );
  }
  return { ...order, items: order.items.map((item) => withCodes(item, codes.get(item.id) ?? [])) };
}

/** Creates the missing cards of an item, or locks the surplus; returns the new cards. */
async function followItem(
  call: Call,
  order: StoredOrder,
  item: StoredItem,
  known: readonly SoldCard[],
): Promise<readonly SoldCard[]> {
  const good = known.filter((card) => card.is_returned === 0);
  const { due, most, isOfOrder } = piecesOf(call, order, item, good);
  if (good.length > most) await takeBack(call, order, good, good.length - most);
  return good.length < due ? makeCards(call, order, item, known, due - good.length, isOfOrder) : [];
}

interface CardPieces {
  /** Number of units that need a card now. */
  readonly due: number;
  /** Maximum number of cards. */
  readonly most: number;
  readonly isOfOrder: boolean;
}

/** States of orders with uncertain payment. */
const doubtful: ReadonlySet<string> = new Set(['pending_payment', 'payment_review', 'holded']);

function piecesOf(call: Call, { fields }: StoredOrder, item: StoredItem, good: readonly SoldCard[]): CardPieces {
  const { qty_ordered, qty_invoiced, qty_canceled, qty_refunded } = item.fields;
  const storeId = fields.store_id ?? 0;
  const setting = call.config.of(orderItemStatus, { storeId });
  // Cards created with the order remain, regardless of later changes of the setting.
  const [first] = good;
  const isOfOrder = first ? first.is_of_order === 1 : setting === 'ordered';
  const refunded = qty_refunded ?? 0;
  const whole = (qty: number): number => Math.max(0, Math.floor(qty));
  if (isOfOrder) {
    const most = whole((qty_ordered ?? 0) - (qty_canceled ?? 0) - refunded);
    return { due: doubtful.has(fields.state ?? '') ? 0 : most, most, isOfOrder };
  }
  const most = whole((qty_invoiced ?? 0) - refunded);
  return { due: isPaid(fields) ? most : 0, most, isOfOrder };
}

/** Whether all invoices of an order are paid. */
function isPaid({ base_total_invoiced, base_total_paid }: StoredOrder['fields']): boolean {
  return round(base_total_paid ?? 0).gte(round(base_total_invoiced ?? 0));
}

async function makeCards(
  call: Call,
  order: StoredOrder,
  item: StoredItem,
  known: readonly SoldCard[],
  count: number,
  isOfOrder: boolean,
): Promise<readonly SoldCard[]> {
  const { store, giftCardAccount } = call.services;
  const { store_id, increment_id } = order.fields;
  const choice = choiceOfItem(item);
  const balance = worthOf(item);
  const accounts = await giftCardAccount.make(call, {
    count,
    balance,
    websiteId: store.websiteOf(store_id ?? 0) || store.defaultStoreView().website_id,
    lifetime: choice?.lifetime ?? 0,
    isRedeemable: choice?.is_redeemable !== 0,
    info: `Order #${increment_id}.`,
  });
  const cards = accounts.map(({ id, code }, i) => ({
    order_id: order.id,
    order_item_id: item.id,
    number: known.length + 1 + i,
    giftcardaccount_id: id,
    code,
    is_of_order: isOfOrder ? (1 as const) : (0 as const),
    is_returned: 0 as const,
  }));
  await noteSold(call, cards);
  if (choice) {
    const codes = accounts.map(({ code }) => code);
    await mailCards(call, order, choice, { balance, codes, expires: firstOf(accounts).expires });
  }
  return cards;
}

async function takeBack(call: Call, { fields }: StoredOrder, good: readonly SoldCard[], count: number): Promise<void> {
  const ids = good.map((card) => card.giftcardaccount_id);
  const lockedCards = await call.services.giftCardAccount.lock(call, ids, count, `Order #${fields.increment_id}.`);
  await noteReturned(call, lockedCards);
}

/** The amount of an item's card, in the base currency: the chosen amount, regardless of options and price rules. */
function worthOf(item: StoredItem): Decimal {
  return decimal(choiceOfItem(item)?.base_amount ?? item.fields.base_price ?? 0);
}

/** An item with the codes of its cards; unchanged if it already has them. */
function withCodes(item: StoredItem, codes: readonly string[]): StoredItem {
  const choice = choiceOfItem(item);
  const createdCodes = choice?.extension_attributes?.giftcard_created_codes ?? [];
  if (!choice || createdCodes.join() === codes.join()) return item;
  const giftcard_item_option = { ...choice, extension_attributes: { giftcard_created_codes: [...codes] } };
  const options = item.fields.product_option?.extension_attributes;
  const product_option = { ...item.fields.product_option, extension_attributes: { ...options, giftcard_item_option } };
  return { ...item, fields: { ...item.fields, product_option } };
}
