import { storeConfigFields } from '../../store/extensions.ts';

/** Settings of the catalogue that storefronts read. */
export const catalogSettings = [
  storeConfigFields({
    catalog_default_sort_by: ['String', 'catalog/frontend/default_sort_by'],
    category_canonical_tag: ['Boolean', 'catalog/seo/category_canonical_tag'],
    category_url_suffix: ['String', 'catalog/seo/category_url_suffix'],
    grid_per_page: ['Int', 'catalog/frontend/grid_per_page'],
    grid_per_page_values: ['String', 'catalog/frontend/grid_per_page_values'],
    list_mode: ['String', 'catalog/frontend/list_mode'],
    list_per_page: ['Int', 'catalog/frontend/list_per_page'],
    list_per_page_values: ['String', 'catalog/frontend/list_per_page_values'],
    product_canonical_tag: ['Boolean', 'catalog/seo/product_canonical_tag'],
    title_separator: ['String', 'catalog/seo/title_separator'],
    product_url_suffix: ['String', 'catalog/seo/product_url_suffix'],
  }),
];
