import * as t from '../../kernel/types.ts';
import { isInStock, isOffered } from '../quote/items/extensions/item-product.ts';
import type { CartItemType } from '../quote/items/extensions/item-type.ts';
import { groupedErrors } from './errors.ts';
import { GROUPED, GroupedChoice } from './types.ts';

/** The field of a product option with the choices of a grouped product. */
export const groupedChoiceFields = { grouped_options: t.optional(t.array(GroupedChoice)) };

declare module '../quote/option-types.ts' {
  interface ProductOptionFields {
    grouped_options: (typeof groupedChoiceFields)['grouped_options'];
  }
  interface ProductChoices {
    /**
     * The quantities that were sent when the item was put into the cart, or more of it; all products of a group have the same
     * list.
     */
    readonly grouped_options?: { readonly id: number; readonly qty: number }[];
  }
}

/**
 * How grouped products behave in carts: their products become items, which show the group's type. A product without a sent
 * quantity comes in the quantity of its link, times the sent one. Source: recorded carts.
 */
export const groupedItem: CartItemType = {
  names: [GROUPED],
  choicesOf: (keys) => {
    const options = chosenQuantities(keys);
    return options.length > 0 ? { grouped_options: options } : {};
  },
  async prepare(call, { product }, input, qty) {
    const links = await call.services.availability.associatedProducts(call, [product]);
    const own = links.get(product.id) ?? [];
    const products = await call.services.quote.itemProducts(
      call,
      own.map((link) => link.id),
    );
    const grouped_options = (input?.extension_attributes?.grouped_options ?? []).map((option) => ({
      id: Number(option.id),
      qty: Number(option.qty ?? 0),
    }));
    const quantities = new Map(grouped_options.map((option) => [option.id, option.qty]));
    const choices = quantities.size > 0 ? { grouped_options } : {};
    const items = own.flatMap((link) => {
      const component = products.get(link.id);
      if (!component || !isOffered(component, call.scope.websiteId) || !isInStock(component)) return [];
      const componentQty = quantities.size > 0 ? (quantities.get(link.id) ?? 0) : link.qty * qty;
      return componentQty > 0 ? [{ product: component, product_type: GROUPED, qty: componentQty, choices }] : [];
    });
    if (items.length === 0) throw groupedErrors.specifyQuantity();
    return items;
  },
  keepsChoices: true,
};

/**
 * The products that a buyer chose in decoded uids and entered texts, such as `['grouped', '300', '16', '2']`: a group, one of its
 * products, and its quantity. A product without an entered quantity, or with a text that is no number, is taken once.
 */
function chosenQuantities(keys: readonly (readonly string[])[]): { id: number; qty: number }[] {
  const quantities = new Map<number, number>();
  for (const [kind, , id, text] of keys) {
    if (kind !== 'grouped' || id === undefined) continue;
    if (text !== undefined) quantities.set(Number(id), quantityOf(text));
    else if (!quantities.has(Number(id))) quantities.set(Number(id), 1);
  }
  return [...quantities].map(([id, qty]) => ({ id, qty }));
}

function quantityOf(text: string): number {
  return /^\d{1,8}(\.\d{1,4})?$/.test(text.trim()) ? Number(text) : 1;
}
