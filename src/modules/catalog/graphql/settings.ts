import { storeConfigFields } from '../../store/extensions.ts';
import { canonicalTags, productLists, titleSeparator, urlSuffixes } from '../configuration.ts';

/** Settings of the catalogue that storefronts read. */
export const catalogSettings = [
  storeConfigFields({
    catalog_default_sort_by: ['String', productLists.sortedBy],
    category_canonical_tag: ['Boolean', canonicalTags.category],
    category_url_suffix: ['String', urlSuffixes.category],
    grid_per_page: ['Int', productLists.inGrid],
    grid_per_page_values: ['String', productLists.inGridChoices],
    list_mode: ['String', productLists.mode],
    list_per_page: ['Int', productLists.inList],
    list_per_page_values: ['String', productLists.inListChoices],
    product_canonical_tag: ['Boolean', canonicalTags.product],
    title_separator: ['String', titleSeparator],
    product_url_suffix: ['String', urlSuffixes.product],
  }),
];
