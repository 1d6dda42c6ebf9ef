import {
  deprecated,
  enumTypes,
  inputTypes,
  objectType,
  queries,
  valueTypes,
  type EnumTypesOf,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { itemsQty, ownItems } from '../cart/cart.ts';
import { couponsOf } from '../cart/coupons.ts';
import { hiddenPlace, isShippingHidden } from '../cart/extending.ts';
import { countsUnits } from '../configuration.ts';
import { isVirtualCart } from '../items/tree.ts';
import { customersCart, evaluatedOf, ownCart, presentCart } from './carts.ts';
import { graphqlQuoteErrors } from './errors.ts';
import { shownItems } from './items.ts';
import { sortedItems } from './item-sorting.ts';
import { shownPayment, shownPayments } from './payments.ts';
import type { CartItemSource, CartSource } from './types.ts';

const enums = enumTypes({
  SortQuoteItemsEnum: [
    'ITEM_ID',
    'CREATED_AT',
    'UPDATED_AT',
    'PRODUCT_ID',
    'SKU',
    'NAME',
    'DESCRIPTION',
    'WEIGHT',
    'QTY',
    'PRICE',
    'BASE_PRICE',
    'CUSTOM_PRICE',
    'DISCOUNT_PERCENT',
    'DISCOUNT_AMOUNT',
    'BASE_DISCOUNT_AMOUNT',
    'TAX_PERCENT',
    'TAX_AMOUNT',
    'BASE_TAX_AMOUNT',
    'ROW_TOTAL',
    'BASE_ROW_TOTAL',
    'ROW_TOTAL_WITH_DISCOUNT',
    'ROW_WEIGHT',
    'PRODUCT_TYPE',
    'BASE_TAX_BEFORE_DISCOUNT',
    'TAX_BEFORE_DISCOUNT',
    'ORIGINAL_CUSTOM_PRICE',
    'PRICE_INC_TAX',
    'BASE_PRICE_INC_TAX',
    'ROW_TOTAL_INC_TAX',
    'BASE_ROW_TOTAL_INC_TAX',
    'DISCOUNT_TAX_COMPENSATION_AMOUNT',
    'BASE_DISCOUNT_TAX_COMPENSATION_AMOUNT',
    'FREE_SHIPPING',
  ],
});

const inputs = inputTypes({ QuoteItemsSortInput: { field: 'SortQuoteItemsEnum!', order: 'SortEnum!' } });

const values = valueTypes({
  AvailablePaymentMethod: { code: 'String!', is_deferred: 'Boolean!', title: 'String!' },
  CartItems: { items: '[CartItemInterface]!', page_info: 'SearchResultPageInfo', total_count: 'Int!' },
  SelectedPaymentMethod: { code: 'String!', purchase_order_number: 'String', title: 'String!' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, InputTypesOf<typeof inputs>, ValueTypesOf<typeof values> {
    Cart: CartSource;
  }
}

const cartType = objectType('Cart', (t) => ({
  applied_coupon: deprecated(
    'Use `applied_coupons`.',
    t.field('AppliedCoupon', ({ cart }) => {
      const [code] = couponsOf(cart);
      return code === undefined ? null : { code };
    }),
  ),
  applied_coupons: t.field('[AppliedCoupon]', ({ cart }) => {
    const codes = couponsOf(cart);
    return codes.length > 0 ? codes.map((code) => ({ code })) : null;
  }),
  available_payment_methods: t.field('[AvailablePaymentMethod]', (source, _, call) => shownPayments(call, source)),
  billing_address: t.field('BillingCartAddress', (source) => {
    const { billing } = source.cart;
    return billing.country_id ? { address: billing, cart: source, kind: 'billing' } : null;
  }),
  email: t.field('String', ({ cart }) => cart.customer_email),
  id: t.field('ID!', ({ cart }) => cart.masked_id ?? ''),
  is_virtual: t.field('Boolean!', async (source, _, call) =>
    isVirtualCart(call, (await presentCart(call, source)).items),
  ),
  items: deprecated(
    'Use `itemsV2`.',
    t.field('[CartItemInterface]', async (source, _, call) => shownItems(await evaluatedOf(call, source))),
  ),
  itemsV2: t.field(
    'CartItems',
    { currentPage: 'Int = 1', pageSize: 'Int = 20', sort: 'QuoteItemsSortInput' },
    async (source, { currentPage, pageSize, sort }, call) => {
      const [page, size] = [currentPage ?? 1, pageSize ?? 20];
      if (page < 1) throw graphqlQuoteErrors.page(['currentPage']);
      if (size < 1) throw graphqlQuoteErrors.page(['pageSize']);
      const all: readonly CartItemSource[] = sortedItems(shownItems(await evaluatedOf(call, source)), sort);
      return {
        items: all.slice((page - 1) * size, page * size),
        page_info: { current_page: page, page_size: size, total_pages: Math.ceil(all.length / size) },
        total_count: all.length,
      };
    },
  ),
  prices: t.field('CartPrices', (source, _, call) => evaluatedOf(call, source)),
  selected_payment_method: t.field('SelectedPaymentMethod', ({ cart }, _, call) => shownPayment(call, cart)),
  shipping_addresses: t.field('[ShippingCartAddress]!', (source, _, call) => {
    const { shipping } = source.cart;
    const address = isShippingHidden(call, shipping) ? { ...shipping, ...hiddenPlace } : shipping;
    return shipping.country_id ? [{ address, cart: source, kind: 'shipping' }] : [];
  }),
  total_quantity: t.field('Float!', async (source, _, call) => itemsQty(await presentCart(call, source))),
  total_summary_quantity_including_config: t.field('Float!', async (source, _, call) => {
    const cart = await presentCart(call, source);
    const isOfUnits = call.config.of(countsUnits, { storeId: cart.store_id });
    return isOfUnits ? itemsQty(cart) : ownItems(cart.items).length;
  }),
}));

const cartQueries = queries((t) => ({
  cart: t.field('Cart', { cart_id: 'String!' }, async (_, { cart_id }, call) => ({
    cart: await ownCart(call, cart_id),
  })),
  customerCart: t.field('Cart!', {}, async (_, __, call) => ({ cart: await customersCart(call) }), {
    customersOnly: true,
  }),
}));

/** Carts and the queries for them. */
export const cartDeclarations = [enums, inputs, values, cartType, cartQueries];
