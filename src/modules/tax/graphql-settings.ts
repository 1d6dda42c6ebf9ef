import { ofReleases } from '../../kernel/graphql.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { fixedTaxes, taxDisplay } from './configuration.ts';

const { cart, orders } = taxDisplay;

const common = storeConfigFields({
  shopping_cart_display_full_summary: ['Boolean', cart.eachTax],
  shopping_cart_display_grand_total: ['Boolean', cart.grandTotal],
  shopping_cart_display_price: ['Int', cart.prices],
  shopping_cart_display_shipping: ['Int', cart.shipping],
  shopping_cart_display_subtotal: ['Int', cart.subtotal],
  shopping_cart_display_zero_tax: ['Boolean', cart.zeroTax],
});

const newer = storeConfigFields({
  display_product_prices_in_catalog: ['Int!', taxDisplay.prices],
  display_shipping_prices: ['Int!', taxDisplay.shipping],
  fixed_product_taxes_apply_tax_to_fpt: ['Boolean!', fixedTaxes.isTaxed],
  fixed_product_taxes_display_prices_in_emails: ['Int!', fixedTaxes.inMails],
  fixed_product_taxes_display_prices_in_product_lists: ['Int!', fixedTaxes.inLists],
  fixed_product_taxes_display_prices_in_sales_modules: ['Int!', fixedTaxes.inOrders],
  fixed_product_taxes_display_prices_on_product_view_page: ['Int!', fixedTaxes.onPages],
  fixed_product_taxes_enable: ['Boolean!', fixedTaxes.enabled],
  fixed_product_taxes_include_fpt_in_subtotal: ['Boolean!', fixedTaxes.isInSubtotal],
  orders_invoices_credit_memos_display_full_summary: ['Boolean!', orders.eachTax],
  orders_invoices_credit_memos_display_grandtotal: ['Boolean!', orders.grandTotal],
  orders_invoices_credit_memos_display_price: ['Int!', orders.prices],
  orders_invoices_credit_memos_display_shipping_amount: ['Int!', orders.shipping],
  orders_invoices_credit_memos_display_subtotal: ['Int!', orders.subtotal],
  orders_invoices_credit_memos_display_zero_tax: ['Boolean!', orders.zeroTax],
});

/** How storefronts show taxes in the catalog, in carts and in orders. */
export const taxSettings = [common, ...ofReleases({ release: '2.4.8' }, [newer])];
