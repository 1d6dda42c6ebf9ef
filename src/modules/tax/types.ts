import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';

const TaxClassExtension = t.extension('tax-data-tax-class-extension-interface', {});
/** A class of products or of customers that are taxed alike; `class_type` is `PRODUCT` or `CUSTOMER`. */
export const TaxClass = t.object('tax-data-tax-class-interface', {
  class_id: t.optional(t.integer),
  class_name: t.string,
  class_type: t.string,
  extension_attributes: t.optional(TaxClassExtension),
});
/** A list of tax classes. */
export const TaxClassSearchResults = searchResults('tax-data-tax-class-search-results-interface', TaxClass);

const TaxRateTitleExtension = t.extension('tax-data-tax-rate-title-extension-interface', {});
/** A store view's title of a rate. */
const TaxRateTitle = t.object('tax-data-tax-rate-title-interface', {
  store_id: t.string,
  value: t.string,
  extension_attributes: t.optional(TaxRateTitleExtension),
});

const TaxRateExtension = t.extension('tax-data-tax-rate-extension-interface', {});
/** A percentage that is due at a place. */
export const TaxRate = t.object('tax-data-tax-rate-interface', {
  id: t.optional(t.integer),
  tax_country_id: t.string,
  tax_region_id: t.optional(t.integer),
  region_name: t.optional(t.string),
  tax_postcode: t.optional(t.string),
  zip_is_range: t.optional(t.integer),
  zip_from: t.optional(t.integer),
  zip_to: t.optional(t.integer),
  rate: t.number,
  code: t.string,
  titles: t.optional(t.array(TaxRateTitle)),
  extension_attributes: t.optional(TaxRateExtension),
});
/** A list of tax rates. */
export const TaxRateSearchResults = searchResults('tax-data-tax-rate-search-results-interface', TaxRate);

const TaxRuleExtension = t.extension('tax-data-tax-rule-extension-interface', {});
/** Says which rates apply to which classes. */
export const TaxRule = t.object('tax-data-tax-rule-interface', {
  id: t.optional(t.integer),
  code: t.string,
  priority: t.integer,
  position: t.integer,
  customer_tax_class_ids: t.array(t.integer),
  product_tax_class_ids: t.array(t.integer),
  tax_rate_ids: t.array(t.integer),
  calculate_subtotal: t.optional(t.boolean),
  extension_attributes: t.optional(TaxRuleExtension),
});
/** A list of tax rules. */
export const TaxRuleSearchResults = searchResults('tax-data-tax-rule-search-results-interface', TaxRule);
