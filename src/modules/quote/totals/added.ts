import type { Call } from '../../../kernel/call.ts';
import type { Cart } from '../cart/cart.ts';
import type { ExtensionFields } from '../cart/extensions.ts';
import type { OrderExtensions } from '../document-extensions.ts';
import type { CartTotal, LoadedTotal } from './extensions.ts';
import type { CartTotals } from './totals.ts';

/** A module's total as one cart has it. */
export interface AddedTotal extends Pick<CartTotal, 'code' | 'after' | 'sortOrder'>, LoadedTotal {}

/** The totals that modules add to a cart: up to a query for each module with some. */
export async function loadAddedTotals(call: Call, cart: Cart): Promise<AddedTotal[]> {
  const added: AddedTotal[] = [];
  for (const total of call.contributions.cartTotals) {
    const { code, after, sortOrder } = total;
    const loaded = await total.load(call, cart);
    if (loaded) added.push({ code, after, sortOrder, ...loaded });
  }
  return added;
}

/** What added totals show in the extension attributes of the totals. */
export function addedFields(added: readonly AddedTotal[], totals: CartTotals): ExtensionFields {
  return Object.assign({}, ...added.map((total) => total.fields?.(totals))) as ExtensionFields;
}

/** What goes from added totals into the order. */
export function draftAdded(added: readonly AddedTotal[], totals: CartTotals): OrderExtensions {
  return Object.assign({}, ...added.map((total) => total.draft?.(totals))) as OrderExtensions;
}
