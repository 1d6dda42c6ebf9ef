import type { Call } from '../../kernel/call.ts';
import type { GraphQLTypes } from '../../kernel/graphql.ts';
import { idOf } from '../../kernel/uids.ts';
import type { ItemLimits } from '../negotiable-quote/service.ts';
import type { StoredCart } from '../quote/service.ts';
import { buyersStep } from './change.ts';
import { templateErrors } from './errors.ts';
import { openToBuyer } from './states.ts';
import type { TemplateRow } from './tables.ts';
import { moveTemplate, ownTemplate } from './templates.ts';

/** Changed quantities of an item of a template. */
interface ItemQuantities {
  /** The id of the item, or its uid. */
  readonly item_id: string;
  readonly quantity: number;
  readonly min_qty?: number | null;
  readonly max_qty?: number | null;
}

/** The calling buyer's template, if the buyer may change its terms now. */
async function changeable(
  call: Call,
  id: number,
): Promise<{ readonly before: TemplateRow; readonly cart: StoredCart }> {
  const before = await ownTemplate(call, id, 'Magento_NegotiableQuoteTemplate::manage');
  if (!openToBuyer.includes(before.status)) throw templateErrors.wrongState([before.status]);
  return { before, cart: await call.services.quote.activeCart(call, id) };
}

/** Records a change of the items by the buyer, which the shop has to review. */
async function changed(call: Call, before: TemplateRow, limits: readonly ItemLimits[]): Promise<void> {
  await moveTemplate(call, before, buyersStep(before));
  const { negotiableQuote, quote } = call.services;
  await negotiableQuote.changeTerms(call, await quote.cart(call, before.template_id), limits);
}

/** The id of an item of a cart by its id or uid. Throws 400 for an item of another cart. */
function itemIdIn({ items }: StoredCart, text: string): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : idOf(text);
  const item = items.find(({ item_id, parent_item_id }) => item_id === id && parent_item_id === null);
  if (!item) throw templateErrors.invalidValue({ fieldName: 'item_id', value: text });
  return item.item_id;
}

/** Changes quantities of items of the calling buyer's template, and their limits. Throws 400 for a quantity outside of its limits. */
export async function changeQuantities(call: Call, id: number, sent: readonly ItemQuantities[]): Promise<void> {
  const { before, cart } = await changeable(call, id);
  const known = new Map((await call.services.negotiableQuote.termLimits(call, id)).map((one) => [one.item_id, one]));
  const limited = before.is_min_max_qty_used === 1;
  const quantities = sent.map(({ item_id: text, quantity, min_qty, max_qty }) => {
    const item_id = itemIdIn(cart, text);
    const min = min_qty ?? known.get(item_id)?.min_qty ?? null;
    const max = max_qty ?? known.get(item_id)?.max_qty ?? null;
    const isWithin = (min === null || quantity >= min) && (max === null || quantity <= max);
    if (!(quantity > 0) || (limited && !isWithin)) {
      throw templateErrors.invalidValue({ fieldName: 'quantity', value: quantity });
    }
    return { item_id, qty: quantity, min_qty: min_qty ?? null, max_qty: max_qty ?? null };
  });
  const items = quantities.map(({ item_id, qty }) => ({ item_id, qty }));
  await call.services.quote.saveItems(call, cart, { items });
  const limits = limited ? quantities.map(({ item_id, min_qty, max_qty }) => ({ item_id, min_qty, max_qty })) : [];
  await changed(
    call,
    before,
    limits.filter(({ min_qty, max_qty }) => min_qty !== null || max_qty !== null),
  );
}

/** Removes items from the calling buyer's template. Throws 400 for an item of another one. */
export async function removeItems(call: Call, id: number, uids: readonly string[]): Promise<void> {
  const { before, cart } = await changeable(call, id);
  const { quote } = call.services;
  for (const itemId of new Set(uids.map((uid) => itemIdIn(cart, uid)))) {
    await quote.removeItem(call, await quote.activeCart(call, id), itemId, id);
  }
  await changed(call, before, []);
}

/** Sets the shipping address of the calling buyer's template. */
export async function setAddress(
  call: Call,
  id: number,
  sent: GraphQLTypes['NegotiableQuoteTemplateShippingAddressInput'],
): Promise<void> {
  const { before, cart } = await changeable(call, id);
  const { address, customer_address_uid: uid, customer_notes } = sent;
  const customer_address_id = uid == null ? null : (idOf(uid) ?? Number(/^\d{1,9}$/.test(uid) ? uid : 0));
  await call.services.quote.setShipping(call, cart, [
    { address: address ?? null, customer_address_id, customer_notes: customer_notes ?? null },
  ]);
  await changed(call, before, []);
}

/** Writes a note of the calling buyer on an item of the buyer's template. */
export async function noteItem(call: Call, id: number, item: string, note: string): Promise<void> {
  const { cart } = await changeable(call, id);
  await call.services.negotiableQuote.addNote(call, { negotiable_quote_item_id: itemIdIn(cart, item), note });
}
