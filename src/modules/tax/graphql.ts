import { enumTypes, extendType, type EnumTypesOf, type GraphQLTypes } from '../../kernel/graphql.ts';
import type { Call } from '../../kernel/call.ts';
import { taxSettings } from './graphql-settings.ts';

const enums = enumTypes({
  FixedProductTaxDisplaySettings: [
    'INCLUDE_FPT_WITHOUT_DETAILS',
    'INCLUDE_FPT_WITH_DETAILS',
    'EXCLUDE_FPT_AND_INCLUDE_WITH_DETAILS',
    'EXCLUDE_FPT_WITHOUT_DETAILS',
    'FPT_DISABLED',
  ],
  TaxWrappingEnum: ['DISPLAY_EXCLUDING_TAX', 'DISPLAY_INCLUDING_TAX', 'DISPLAY_TYPE_BOTH'],
});

declare module '../../kernel/graphql.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums> {}
}

/** How fixed taxes are shown somewhere; source: the values of the settings `tax/weee/display…`. */
function fixedTaxes(call: Call, storeId: number, path: string): GraphQLTypes['FixedProductTaxDisplaySettings'] {
  if (!call.config.flag('tax/weee/enable', { storeId })) return 'FPT_DISABLED';
  const shown = call.config.number(path, 0, { storeId });
  return enums.types.FixedProductTaxDisplaySettings[shown] ?? 'INCLUDE_FPT_WITHOUT_DETAILS';
}

const fields = extendType('StoreConfig', (t) => {
  const fixed = (path: string) =>
    t.field('FixedProductTaxDisplaySettings', ({ storeId }, _, call) => fixedTaxes(call, storeId, path));
  return {
    category_fixed_product_tax_display_setting: fixed('tax/weee/display_list'),
    product_fixed_product_tax_display_setting: fixed('tax/weee/display'),
    sales_fixed_product_tax_display_setting: fixed('tax/weee/display_sales'),
    shopping_cart_display_tax_gift_wrapping: t.field('TaxWrappingEnum', ({ storeId }, _, call) => {
      const shown = call.config.number('tax/cart_display/gift_wrapping', 1, { storeId });
      return enums.types.TaxWrappingEnum[shown - 1] ?? 'DISPLAY_EXCLUDING_TAX';
    }),
  };
});

/** How taxes are shown. */
export const taxGraphql = [enums, fields, taxSettings];
