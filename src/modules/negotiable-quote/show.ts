import type { Call } from '../../kernel/call.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { zip } from '../../kernel/lists.ts';
import { Decimal, decimal, round } from '../../kernel/money.ts';
import type { Out } from '../../kernel/types.ts';
import type { CartExtension } from '../quote/cart/extensions.ts';
import type { StoredCart } from '../quote/service.ts';
import type { CartTotalsExtension } from '../quote/totals/extensions.ts';
import type { CommentWithFiles } from './comments.ts';
import { rowDiscounts, sharesOf, totalOf } from './discounts.ts';
import { itemLimitsOf } from './limits.ts';
import {
  hasPrices,
  itemOffersOf,
  itemsKey,
  negotiatedAmong,
  negotiationOf,
  negotiationsOf,
  proposedPrices,
  termsIn,
} from './negotiations.ts';
import { lastNotesOf, showNote } from './notes.ts';
import type { ItemNoteRow, NegotiationRow, OriginalItem } from './tables.ts';
import type { NegotiableQuote, NegotiableQuoteItem, NegotiationComment } from './types.ts';

/** The amounts of the items of a quote at the start of the negotiation. */
export const originalsOf = ({ original_items }: NegotiationRow): OriginalItem[] => parseJson(original_items);
const sumOf = (items: readonly OriginalItem[], field: keyof OriginalItem): number =>
  round(
    items.reduce((sum, item) => sum.plus(item[field]), decimal(0)),
    4,
  ).toNumber();
const valueOf = ({ price_value }: NegotiationRow): number =>
  price_value === null ? 0 : Decimal.fromUnits(price_value, 4).toNumber();

/** Adds the state of the negotiation to carts, and the original amounts to their items. */
export const negotiatedCarts: CartExtension = {
  permanentCarts: negotiatedAmong,
  unlistedCarts: termsIn,
  fields: ['negotiable_quote', 'negotiable_quote_item'],
  async load(call, carts) {
    const negotiations = await negotiationsOf(call, carts);
    const negotiated = carts.flatMap((cart) => {
      const row = negotiations.get(cart.id);
      return row ? [{ cart, row }] : [];
    });
    const notes = await lastNotesOf(
      call,
      negotiated.map(({ row }) => row.quote_id),
    );
    return {
      carts: new Map<number, { readonly negotiable_quote: object }>([
        // In carts without a negotiation, all fields are null.
        ...carts.map(({ id }) => [id, { negotiable_quote: {} }] as const),
        ...negotiated.map(
          ({ cart, row }) => [cart.id, { negotiable_quote: showNegotiation(call, cart, row) }] as const,
        ),
      ]),
      items: new Map(
        negotiated.flatMap(({ row }) =>
          originalsOf(row).map((item) => [
            item.item_id,
            { negotiable_quote_item: showItem(item, row, notes.get(item.item_id)) },
          ]),
        ),
      ),
    };
  },
};

function showItem(
  { item_id, base_price, base_tax, discount }: OriginalItem,
  row: NegotiationRow,
  note: ItemNoteRow | undefined,
): Out<typeof NegotiableQuoteItem> {
  const offer = itemOffersOf(row).find((one) => one.item_id === item_id);
  const limits = itemLimitsOf(row).find((one) => one.item_id === item_id);
  const extension_attributes = {
    ...(offer?.type == null ? {} : { negotiated_price_type: offer.type }),
    ...(offer?.value == null ? {} : { negotiated_price_value: offer.value }),
    ...(offer ? { is_discounting_locked: offer.is_locked ?? false } : {}),
    ...(note ? { last_item_notes: [showNote(note)] } : {}),
    ...(limits?.min_qty == null ? {} : { min_qty: limits.min_qty }),
    ...(limits?.max_qty == null ? {} : { max_qty: limits.max_qty }),
  };
  return {
    item_id,
    original_price: base_price,
    original_tax_amount: base_tax,
    original_discount_amount: discount,
    ...(Object.keys(extension_attributes).length > 0 ? { extension_attributes } : {}),
  };
}

/** The rows of a quote that prices apply to, by their amounts at the start of the negotiation. */
export function pricedRows(cart: StoredCart, row: NegotiationRow) {
  const quantities = new Map(cart.items.map(({ item_id, qty }) => [item_id, qty]));
  return originalsOf(row).map(({ item_id, base_row, discount }) => ({
    itemId: item_id,
    qty: quantities.get(item_id) ?? 1,
    amount: decimal(base_row).minus(discount),
  }));
}

/** The total of the original amounts with the proposed prices, in the base currency; undefined: no prices are proposed. */
function proposedGoods(cart: StoredCart, row: NegotiationRow): Decimal | undefined {
  const prices = proposedPrices(row);
  if (!hasPrices(prices)) return undefined;
  const rows = pricedRows(cart, row);
  return totalOf(rows.map(({ amount }) => amount)).minus(totalOf(rowDiscounts(rows, prices)));
}

/** As `proposedGoods`, as a number. */
export function proposedTotal(cart: StoredCart, row: NegotiationRow): number | undefined {
  const goods = proposedGoods(cart, row);
  return goods && round(goods, 4).toNumber();
}

/** The total of a quote without the negotiation, in the base currency. */
export function originalTotal(row: NegotiationRow): number {
  const items = originalsOf(row);
  return round(totalOf(items.map(({ base_row, discount }) => decimal(base_row).minus(discount))), 4).toNumber();
}

/** The total of the original amounts with the proposed prices, in the base currency and in that of the cart. */
function negotiatedTotals(call: Call, cart: StoredCart, row: NegotiationRow) {
  const base = proposedGoods(cart, row);
  if (!base) return {};
  return {
    negotiated_total_price: round(base.times(rateOf(call, cart)), 4).toNumber(),
    base_negotiated_total_price: round(base, 4).toNumber(),
  };
}

function showNegotiation(call: Call, cart: StoredCart, row: NegotiationRow): Out<typeof NegotiableQuote> {
  const items = originalsOf(row);
  return {
    quote_id: row.quote_id,
    is_regular_quote: row.status !== 'declined',
    status: row.status,
    negotiated_price_type: row.price_type ?? 0,
    negotiated_price_value: valueOf(row),
    shipping_price: row.shipping_price === null ? 0 : Decimal.fromUnits(row.shipping_price, 4).toNumber(),
    quote_name: row.quote_name,
    expiration_period: row.expires_on ?? '',
    email_notification_status: 0,
    has_unconfirmed_changes: row.items_key !== itemsKey(call, cart),
    is_shipping_tax_changed: false,
    is_customer_price_changed: false,
    notifications: 0,
    applied_rule_ids: '',
    is_address_draft: false,
    deleted_sku: '',
    creator_id: row.creator_id,
    creator_type: row.creator_type,
    original_total_price: sumOf(items, 'row'),
    base_original_total_price: sumOf(items, 'base_row'),
    ...negotiatedTotals(call, cart, row),
  };
}

/** Adds the original totals to carts with a negotiation. Only the shop sees the cost of products. */
export const originalTotals: CartTotalsExtension = {
  async load(call, cart, totals) {
    const row = await negotiationOf(call, cart);
    if (!row) return {};
    const items = originalsOf(row);
    const costs = await costsOf(call, cart);
    const costTotal = items.reduce((sum, { item_id }) => sum.plus(costs.get(item_id)?.total ?? 0), decimal(0));
    const rate = rateOf(call, cart);
    // The buyer sees a price once it is submitted.
    const isProposal = call.caller.type === 'customer' && row.status === 'processing_by_admin';
    const inclTax = (row: 'row' | 'base_row', tax: 'tax' | 'base_tax'): number =>
      round(decimal(sumOf(items, row)).plus(sumOf(items, tax)), 4).toNumber();
    const off = totals.added.get('negotiable_quote');
    const own = cart.items.filter(({ parent_item_id }) => parent_item_id === null);
    const rows = own.map(({ item_id }) => totals.items.get(item_id)?.rowTotal.base ?? decimal(0));
    const shares = sharesOf(off?.base.negated() ?? decimal(0), rows);
    return {
      totals: {
        negotiable_quote_totals: {
          items_count: items.length,
          quote_status: row.status,
          created_at: row.created_at,
          updated_at: row.updated_at,
          customer_group: cart.customer_group_id,
          base_to_quote_rate: rate,
          cost_total: round(costTotal.times(rate), 4).toNumber(),
          base_cost_total: costTotal.toNumber(),
          original_total: sumOf(items, 'row'),
          base_original_total: sumOf(items, 'base_row'),
          original_tax: sumOf(items, 'tax'),
          base_original_tax: sumOf(items, 'base_tax'),
          original_price_incl_tax: inclTax('row', 'tax'),
          base_original_price_incl_tax: inclTax('base_row', 'base_tax'),
          negotiated_price_type: isProposal ? 0 : (row.price_type ?? 0),
          negotiated_price_value: isProposal ? 0 : valueOf(row),
        },
      },
      items: new Map(
        zip(own, shares).flatMap(([{ item_id, qty }, share]) => {
          const total = totals.items.get(item_id);
          if (!total) return [];
          const { price, priceInclTax, tax } = total;
          const perPiece = (amount: Decimal): Decimal => amount.div(qty);
          const base = price.base.minus(perPiece(share));
          const number = (amount: Decimal): number => round(amount, 4).toNumber();
          return [
            [
              item_id,
              {
                negotiable_quote_item_totals: {
                  cost: costs.get(item_id)?.one ?? 0,
                  catalog_price: number(price.amount),
                  base_catalog_price: number(price.base),
                  catalog_price_incl_tax: number(priceInclTax.amount),
                  base_catalog_price_incl_tax: number(priceInclTax.base),
                  cart_price: number(base.times(rate)),
                  base_cart_price: number(base),
                  cart_tax: number(tax.amount),
                  base_cart_tax: number(tax.base),
                  cart_price_incl_tax: number(base.times(rate).plus(perPiece(tax.amount))),
                  base_cart_price_incl_tax: number(base.plus(perPiece(tax.base))),
                },
              },
            ] as const,
          ];
        }),
      ),
    };
  },
};

/** The cost of a cart's items, by item id; empty for buyers. */
export async function costsOf(call: Call, cart: StoredCart) {
  const costs = new Map<number, { readonly one: number; readonly total: number }>();
  if (call.caller.type === 'customer' || call.caller.type === 'guest') return costs;
  const { catalog } = call.services;
  const products = await catalog.productsById(
    call,
    cart.items.map(({ product_id }) => product_id),
    cart.store_id,
  );
  for (const { item_id, product_id, qty } of cart.items) {
    const product = products.get(product_id);
    const cost = product && Number((await catalog.values(call, product)).cost ?? 0);
    if (cost) costs.set(item_id, { one: cost, total: round(decimal(cost).times(qty), 4).toNumber() });
  }
  return costs;
}

function rateOf(call: Call, cart: StoredCart): number {
  return call.services.quote.currencies(call, cart).baseToDisplayed;
}

/** A comment in the response format. */
export function showComment({
  comment: { quote_id, ...row },
  attachments,
}: CommentWithFiles): Out<typeof NegotiationComment> {
  return { ...row, parent_id: quote_id, is_draft: 0, attachments: [...attachments] };
}
