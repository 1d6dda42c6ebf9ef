import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

export const quoteConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  'sales/minimum_order/active': null,
  'sales/minimum_order/amount': null,
  'sales/minimum_order/description': null,
  'sales/minimum_order/error_message': null,
  'sales/minimum_order/include_discount_amount': '1',
  'sales/minimum_order/multi_address': null,
  'sales/minimum_order/tax_including': '1',
  'sales/totals_sort/discount': '20',
  'sales/totals_sort/grand_total': '100',
  'sales/totals_sort/shipping': '30',
  'sales/totals_sort/subtotal': '10',
  'sales/totals_sort/tax': '40',
  'sales/totals_sort/weee': '35',
  'sales/totals_sort/weee_tax': '35',
  'shipping/origin/country_id': 'US',
  'shipping/origin/postcode': '90034',
  'shipping/origin/region_id': '12',
  'shipping/shipping_policy/enable_shipping_policy': '0',
});
