import type { Call } from '../../kernel/call.ts';
import { decimal } from '../../kernel/money.ts';
import { valueAt } from '../../kernel/lookup.ts';
import type { EvaluatedCart, StoredCart, StoredCartItem } from '../quote/service.ts';
import type { AmountPair, CartTotal, LoadedTotal, TotalsCart } from '../quote/totals/extensions.ts';
import { amountsOf, sumsOf, type WrappedCart } from './amounts.ts';
import { giftOptions } from './configuration.ts';
import { findDesigns } from './designs.ts';
import { wrappingOfProducts } from './product-attributes.ts';
import { isOffered } from './wrapped-carts.ts';

/** The parts of a cart's wrapping, by the prefix of their field names. */
export const wrappingParts = ['gw', 'gw_items', 'gw_card'] as const;
/** A part of the price of wrapping. */
export type WrappingPart = (typeof wrappingParts)[number];

/** The price of each part, without and with tax, in the currency of the buyer. */
export type WrappingPrices = { readonly [N in `${WrappingPart}_price${'' | '_incl_tax'}`]?: number };

/** Price and tax of each part, in both currencies. */
type WrappingSums = Readonly<Record<WrappingPart, { readonly price: AmountPair; readonly tax: AmountPair }>>;

/** Wrapping amounts of a cart: designs of the order and of items, and a printed card, with their taxes. */
export const cartWrapping: CartTotal = {
  code: 'giftwrapping',
  after: 'tax',
  sortOrder: 45,
  async load(call, cart) {
    const wrapped = await loadWrapped(call, cart);
    return wrapped && totalOf(cart, wrapped);
  },
};

/** The wrapping prices of an evaluated cart; empty without wrapping. */
export function pricesIn({ added, totals, input }: EvaluatedCart): WrappingPrices {
  return added.find(({ code }) => code === cartWrapping.code)?.draft?.(totals, input) ?? {};
}

/** The wrapped parts of a cart at current prices; undefined, and no query, without any. */
async function loadWrapped(call: Call, cart: StoredCart): Promise<WrappedCart | undefined> {
  const chosen = cart.items.filter(({ gw_id, parent_item_id }) => gw_id !== undefined && parent_item_id === null);
  const ids = [...new Set([cart, ...chosen].flatMap(({ gw_id }) => gw_id ?? []))];
  if (ids.length === 0 && !cart.gw_add_card) return undefined;
  const scope = { storeId: cart.store_id };
  const designs = await findDesigns(call, ids, cart.store_id);
  const priceOf = (id: number | undefined) => {
    const design = id === undefined ? undefined : designs.get(id);
    return design && isOffered(design, cart) ? decimal(design.base_price) : undefined;
  };
  const wrappings = await saidBy(call, chosen, cart.store_id);
  const items = chosen.flatMap(({ item_id, product_id, qty, gw_id }) => {
    const price = priceOf(gw_id);
    return price ? [[item_id, { price: wrappings.get(product_id)?.price ?? price, qty: decimal(qty) }] as const] : [];
  });
  const order = priceOf(cart.gw_id);
  const card = cart.gw_add_card ? decimal(call.config.of(giftOptions.cardPrice, scope) ?? 0) : undefined;
  if (!order && !card && items.length === 0) return undefined;
  return { order, items: new Map(items), card, taxClassId: call.config.of(giftOptions.taxClass, scope) };
}

/** The wrapping attributes of the items' products; no query without items. */
async function saidBy(call: Call, items: readonly StoredCartItem[], storeId: number) {
  const ids = items.map(({ product_id }) => product_id);
  return ids.length > 0 ? await wrappingOfProducts(call, ids, storeId) : new Map<number, never>();
}

function totalOf(cart: StoredCart, wrapped: WrappedCart): LoadedTotal {
  const sums = (input: TotalsCart): WrappingSums => {
    const { order, items, card } = amountsOf(wrapped, input);
    return { gw: sumsOf([order]), gw_items: sumsOf(items.values()), gw_card: sumsOf([card]) };
  };
  return {
    taxClassId: wrapped.taxClassId,
    collect(input) {
      const all = Object.values(sums(input)).flatMap(({ price, tax }) => [price, tax]);
      return all.reduce((sum, { amount, base }) => ({ amount: sum.amount.plus(amount), base: sum.base.plus(base) }));
    },
    show: (_, input) => ({
      title: 'Gift Wrapping',
      extension_attributes: {
        ...(wrapped.order ? { gw_order_id: String(cart.gw_id) } : {}),
        gw_item_ids: [...wrapped.items.keys()].map(String),
        gw_allow_gift_receipt: flagText(cart.gw_allow_gift_receipt),
        gw_add_card: flagText(cart.gw_add_card),
        ...amountTexts(sumFields(sums(input))),
      },
    }),
    draft: (_, input) => ({
      gw_id: wrapped.order ? cart.gw_id : undefined,
      gw_allow_gift_receipt: cart.gw_allow_gift_receipt ?? false,
      gw_add_card: cart.gw_add_card ?? false,
      ...sumFields(sums(input)),
    }),
    draftItems(_, input) {
      const byId = new Map(cart.items.map((item) => [item.item_id, item]));
      return new Map(
        [...amountsOf(wrapped, input).items].map(([id, { price, tax }]) => [
          id,
          {
            gw_id: valueAt(byId, id).gw_id,
            gw_price: price.amount.toNumber(),
            gw_base_price: price.base.toNumber(),
            gw_tax_amount: tax.amount.toNumber(),
            gw_base_tax_amount: tax.base.toNumber(),
          },
        ]),
      );
    },
  };
}

/** The sums by field name. */
function sumFields(sums: WrappingSums): Record<string, number> {
  return Object.fromEntries(
    wrappingParts.flatMap((part) => {
      const { price, tax } = sums[part];
      return [
        [`${part}_price`, price.amount.toNumber()],
        [`${part}_base_price`, price.base.toNumber()],
        [`${part}_tax_amount`, tax.amount.toNumber()],
        [`${part}_base_tax_amount`, tax.base.toNumber()],
        [`${part}_price_incl_tax`, price.amount.plus(tax.amount).toNumber()],
        [`${part}_base_price_incl_tax`, price.base.plus(tax.base).toNumber()],
      ];
    }),
  );
}

/** Amounts as texts with four decimals, as the interface formats wrapping amounts. */
export function amountTexts(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value.toFixed(4)]] : [])),
  );
}

export const flagText = (value: boolean | undefined): string => (value ? '1' : '0');
