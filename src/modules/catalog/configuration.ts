import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import {
  choice,
  filledText,
  listOfTexts,
  numberFrom,
  setting,
  settingFamily,
  settings,
  shopSetting,
  text,
  yesOrNo,
} from '../../kernel/settings.ts';

const productCount = numberFrom(1, 'products');
const productCounts = listOfTexts((item) => /^[1-9]\d{0,5}$/.test(item), 'numbers');

/** Texts at the end of the addresses of pages. */
export const urlSuffixes = {
  product: setting(
    'catalog/seo/product_url_suffix',
    text,
    '.html',
    'End of the addresses of product pages',
    shopSetting,
  ),
  category: setting(
    'catalog/seo/category_url_suffix',
    text,
    '.html',
    'End of the addresses of category pages',
    shopSetting,
  ),
};

/** Whether pages have a canonical address for search engines. */
export const canonicalTags = {
  product: setting(
    'catalog/seo/product_canonical_tag',
    yesOrNo,
    false,
    'Whether product pages name their canonical address',
    shopSetting,
  ),
  category: setting(
    'catalog/seo/category_canonical_tag',
    yesOrNo,
    false,
    'Whether category pages name their canonical address',
    shopSetting,
  ),
};

/** With either setting, products also have an address below each category that shows them. */
export const addressesBelowCategories = [
  setting(
    'catalog/seo/product_use_categories',
    yesOrNo,
    false,
    'Whether links to products contain the path of their category',
    shopSetting,
  ),
  setting(
    'catalog/seo/generate_category_product_rewrites',
    yesOrNo,
    true,
    'Whether products have an address below each of their categories',
    shopSetting,
  ),
];

const placeholder = settingFamily(
  'catalog/placeholder/*_placeholder',
  filledText,
  undefined,
  'Picture of products that have none: a file below catalog/product/placeholder in the media folder',
  shopSetting,
);
/** Placeholders by the role of the image. */
export const placeholders = {
  image: placeholder.of('image'),
  small_image: placeholder.of('small_image'),
  thumbnail: placeholder.of('thumbnail'),
};

/** Lists of products on the pages of categories and searches. */
export const productLists = {
  sortedBy: setting(
    'catalog/frontend/default_sort_by',
    text,
    'position',
    'Attribute by which lists of products are sorted; position: as the category orders them',
    shopSetting,
  ),
  mode: setting(
    'catalog/frontend/list_mode',
    choice({ grid: 'grid', list: 'list', 'grid-list': 'grid-list', 'list-grid': 'list-grid' }),
    'grid-list',
    'Whether products are shown as a grid or a list; with both, the first is the default',
    shopSetting,
  ),
  inGrid: setting('catalog/frontend/grid_per_page', productCount, 12, 'Products on a page of a grid', shopSetting),
  inGridChoices: setting(
    'catalog/frontend/grid_per_page_values',
    productCounts,
    ['12', '24', '36'],
    'Numbers of products that buyers may choose for a page of a grid',
    shopSetting,
  ),
  inList: setting('catalog/frontend/list_per_page', productCount, 10, 'Products on a page of a list', shopSetting),
  inListChoices: setting(
    'catalog/frontend/list_per_page_values',
    productCounts,
    ['5', '10', '15', '20', '25'],
    'Numbers of products that buyers may choose for a page of a list',
    shopSetting,
  ),
};
export const titleSeparator = setting(
  'catalog/seo/title_separator',
  text,
  '-',
  'Text between the parts of the titles of pages',
  shopSetting,
);

export const catalogConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'catalog/category/root_id': { installed: '2' },
    'catalog/custom_options/date_fields_order': 'm,d,y',
    'catalog/custom_options/time_format': '12h',
    'catalog/fields_masks/meta_description': '{{name}}',
    'catalog/fields_masks/meta_keyword': '{{name}}',
    'catalog/fields_masks/meta_title': '{{name}}',
    'catalog/fields_masks/sku': '{{name}}',
    'catalog/frontend/flat_catalog_category': '0',
    'catalog/frontend/flat_catalog_product': '0',
    'catalog/frontend/list_allow_all': '0',
    'catalog/frontend/parse_url_directives': '1',
    'catalog/frontend/remember_pagination': '0',
    'catalog/frontend/show_swatches_in_product_list': '1',
    'catalog/frontend/swatches_per_product': '16',
    'catalog/navigation/max_depth': '0',
    'catalog/product/default_tax_group': '2',
    'catalog/product/flat/max_index_count': '64',
    'catalog/seo/search_terms': '1',
  }),
  'catalog/custom_options/forbidden_extensions': 'php,exe',
  ...settings([
    ...Object.values(urlSuffixes),
    ...Object.values(canonicalTags),
    ...addressesBelowCategories,
    ...Object.values(placeholders),
    ...Object.values(productLists),
    titleSeparator,
  ]),
};
