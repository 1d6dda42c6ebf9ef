import { enumTypes, extendType, type EnumTypesOf } from '../../kernel/graphql.ts';
import { fixedTaxes, taxDisplay } from './configuration.ts';
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

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums> {}
}

const wrappingDisplays = {
  withoutTax: 'DISPLAY_EXCLUDING_TAX',
  withTax: 'DISPLAY_INCLUDING_TAX',
  both: 'DISPLAY_TYPE_BOTH',
} as const;

const fields = extendType('StoreConfig', (t) => {
  const fixed = (display: typeof fixedTaxes.inLists) =>
    t.field('FixedProductTaxDisplaySettings', ({ storeId }, _, { config }) =>
      config.of(fixedTaxes.enabled, { storeId }) ? config.of(display, { storeId }) : 'FPT_DISABLED',
    );
  return {
    category_fixed_product_tax_display_setting: fixed(fixedTaxes.inLists),
    product_fixed_product_tax_display_setting: fixed(fixedTaxes.onPages),
    sales_fixed_product_tax_display_setting: fixed(fixedTaxes.inOrders),
    shopping_cart_display_tax_gift_wrapping: t.field(
      'TaxWrappingEnum',
      ({ storeId }, _, { config }) => wrappingDisplays[config.of(taxDisplay.cart.giftWrapping, { storeId })],
    ),
  };
});

/** Display of taxes. */
export const taxGraphql = [enums, fields, ...taxSettings];
