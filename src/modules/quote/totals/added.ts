import type { Call } from '../../../kernel/call.ts';
import { mergeFields } from '../../../kernel/fields.ts';
import type { StoredCart } from '../cart/cart.ts';
import type { ExtensionFields } from '../cart/extensions.ts';
import type { OrderExtensions, OrderItemExtensions } from '../document-extensions.ts';
import type { CartTotal, CartTotalsFields, LoadedTotal } from './extensions.ts';
import { sequenceOf, type PlacedTotal } from './sequence.ts';
import type { CartTotals, TotalsCart } from './totals.ts';

/** A module's total in one cart. */
export interface AddedTotal extends Pick<CartTotal, 'code' | 'sortOrder'>, Pick<PlacedTotal, 'behind'>, LoadedTotal {}

/** An evaluated cart: its input and its totals. */
interface EvaluatedTotals {
  readonly added: readonly AddedTotal[];
  readonly totals: CartTotals;
  readonly input: TotalsCart;
}

/** The totals that modules add to a cart, in the order in which they are computed; at most one query for each module. */
export async function loadAddedTotals(call: Call, cart: StoredCart): Promise<AddedTotal[]> {
  const added: AddedTotal[] = [];
  for (const { total, behind } of sequenceOf(call.contributions.cartTotals)) {
    const { code, sortOrder } = total;
    const loaded = await total.load(call, cart);
    if (loaded) added.push({ code, sortOrder, behind, ...loaded });
  }
  return added;
}

/** The fields that modules add to the totals of a cart and to the items in them; at most one query for each module. */
export async function loadTotalsFields(call: Call, cart: StoredCart, totals: CartTotals): Promise<CartTotalsFields[]> {
  const loaded: CartTotalsFields[] = [];
  for (const extension of call.contributions.cartTotalsExtensions)
    loaded.push(await extension.load(call, cart, totals));
  return loaded;
}

/** The extension attributes that added totals show in the totals. */
export function addedFields({ added, totals, input }: EvaluatedTotals): ExtensionFields {
  return mergeFields(added.map((total) => total.fields?.(totals, input)));
}

/** The fields of added totals that the order takes over. */
export function draftAdded({ added, totals, input }: EvaluatedTotals): OrderExtensions {
  return mergeFields(added.map((total) => total.draft?.(totals, input)));
}

/** The fields of extensions of the totals that the order takes over. */
export function draftTotalsFields(call: Call, totals: CartTotals): OrderExtensions {
  const drafted = call.contributions.cartTotalsExtensions.map((extension) => extension.draft?.(totals));
  return mergeFields(drafted);
}

/** As `draftAdded`, for an item of the order. */
export function draftItemAdded({ added, totals, input }: EvaluatedTotals, itemId: number): OrderItemExtensions {
  return mergeFields(added.map((total) => total.draftItems?.(totals, input).get(itemId)));
}
