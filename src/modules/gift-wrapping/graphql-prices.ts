import { extendType, ofReleases, valueTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { decimal } from '../../kernel/money.ts';
import { cartMoney } from '../quote/graphql/types.ts';
import { orderMoney } from '../sales/graphql/types.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { taxDisplay } from '../tax/configuration.ts';
import { giftOptions } from './configuration.ts';
import { wrappingOfValues } from './product-attributes.ts';
import { pricesIn, type WrappingPrices } from './totals.ts';
import { allowsWrapping } from './wrapped-carts.ts';

const withTax = { type: 'Money', release: '2.4.8' } as const;
const values = valueTypes({
  GiftOptionsPrices: {
    gift_wrapping_for_items: 'Money',
    gift_wrapping_for_items_incl_tax: withTax,
    gift_wrapping_for_order: 'Money',
    gift_wrapping_for_order_incl_tax: withTax,
    printed_card: 'Money',
    printed_card_incl_tax: withTax,
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

/** The prices of all gift options; 0 for the options that the buyer has not chosen. */
function giftOptionsPrices<M>(prices: WrappingPrices, money: (amount: number) => M) {
  return {
    gift_wrapping_for_items: money(prices.gw_items_price ?? 0),
    gift_wrapping_for_items_incl_tax: money(prices.gw_items_price_incl_tax ?? 0),
    gift_wrapping_for_order: money(prices.gw_price ?? 0),
    gift_wrapping_for_order_incl_tax: money(prices.gw_price_incl_tax ?? 0),
    printed_card: money(prices.gw_card_price ?? 0),
    printed_card_incl_tax: money(prices.gw_card_price_incl_tax ?? 0),
  };
}

const ofCarts = extendType('CartPrices', (t) => ({
  gift_options: t.field('GiftOptionsPrices', (evaluated) =>
    giftOptionsPrices(pricesIn(evaluated), (amount) => cartMoney(evaluated, { amount: decimal(amount) })),
  ),
}));

const ofOrders = extendType('OrderTotal', (t) => ({
  gift_options: t.field('GiftOptionsPrices', ({ order }) =>
    giftOptionsPrices(order, (amount) => orderMoney(order, amount)),
  ),
}));

const ofProducts = extendType('ProductInterface', (t) => ({
  gift_wrapping_available: t.field('Boolean!', ({ values: own }, _, call) =>
    allowsWrapping(call, wrappingOfValues(own).isAllowed, call.scope.storeId),
  ),
  gift_wrapping_price: t.field('Money', ({ values: own }, _, call) => {
    const { price } = wrappingOfValues(own);
    return price && call.services.storefront.money(call)(price.toNumber());
  }),
}));

const ofConfiguration = extendType('StoreConfig', (t) => ({
  printed_card_priceV2: t.field('Money', ({ storeId }, _, call) =>
    call.services.storefront.money(call)(call.config.of(giftOptions.cardPrice, { storeId }) ?? 0),
  ),
}));

/** Prices of wrapping in carts, orders and on product pages, and the settings of gift options. */
export const wrappingPrices = [
  values,
  ofCarts,
  ofOrders,
  ...ofReleases({ release: '2.4.8' }, [ofProducts, ofConfiguration]),
  storeConfigFields({
    allow_gift_receipt: ['String', giftOptions.hasReceipt],
    allow_gift_wrapping_on_order: ['String', giftOptions.wrapsOrders],
    allow_gift_wrapping_on_order_items: ['String', giftOptions.wrapsItems],
    allow_printed_card: ['String', giftOptions.hasCard],
    cart_gift_wrapping: ['String', taxDisplay.cart.giftWrapping],
    cart_printed_card: ['String', taxDisplay.cart.printedCard],
    printed_card_price: ['String', giftOptions.cardPrice],
    sales_gift_wrapping: ['String', taxDisplay.orders.giftWrapping],
    sales_printed_card: ['String', taxDisplay.orders.printedCard],
  }),
];
