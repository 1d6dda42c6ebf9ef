import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import {
  choice,
  days,
  decimalFrom,
  installationSetting,
  numberFrom,
  setting,
  settings,
  shopSetting,
  yesOrNo,
} from '../../kernel/settings.ts';
import { boostRules } from './rules/boosts.ts';
import { redirectRules } from './rules/redirects.ts';
import { synonymRules } from './rules/synonyms.ts';

/** Filters beside lists of products. */
export const filters = {
  showCategories: setting(
    'catalog/layered_navigation/display_category',
    yesOrNo,
    true,
    'Whether lists of products can be filtered by category',
    shopSetting,
  ),
  priceRanges: setting(
    'catalog/layered_navigation/price_range_calculation',
    choice({ auto: 'auto', improved: 'improved', manual: 'manual' }),
    'auto',
    'Whether price_range_step is the width of price ranges (manual), or the prices decide (auto, improved)',
    shopSetting,
  ),
  priceStep: setting(
    'catalog/layered_navigation/price_range_step',
    decimalFrom(0.01),
    100,
    'Width of price ranges, in the currency of the website, where it is set by hand',
    shopSetting,
  ),
  mostPriceRanges: setting(
    'catalog/layered_navigation/price_range_max_intervals',
    numberFrom(2, 'price ranges'),
    10,
    'Price ranges at most where their width is set by hand; the last takes all higher prices',
    shopSetting,
  ),
};

/** Other search terms for a search without results. */
export const suggestionSettings = {
  enabled: setting(
    'catalog/search/search_suggestion_enabled',
    yesOrNo,
    true,
    'Whether a search with unknown words suggests similar ones',
    shopSetting,
  ),
  most: setting(
    'catalog/search/search_suggestion_count',
    numberFrom(0, 'suggestions'),
    2,
    'Suggestions for a search at most',
    shopSetting,
  ),
};

/** Counted terms of shoppers. */
export const termSettings = {
  shortest: setting(
    'catalog/search/min_query_length',
    numberFrom(0, 'characters'),
    3,
    'Length from which the terms of searches are counted',
    shopSetting,
  ),
  lifetime: setting(
    'souk/search/term_lifetime',
    days(0),
    90,
    'How long a counted search term is stored after its last search; 0: terms are not counted',
    { ...installationSetting, ...shopSetting },
  ),
};

/** The addresses of searches that lead to a page. */
export const redirectSetting = setting(
  'souk/search/redirects',
  redirectRules,
  new Map(),
  'Searches that lead to a page instead of results, such as "sale => /sale.html"',
  shopSetting,
);

/** Words that count as others in searches. */
export const synonymSetting = setting(
  'souk/search/synonyms',
  synonymRules,
  [],
  'Words that find each other, such as "sofa, couch, settee", or in one direction, such as "mobile => phone"',
  shopSetting,
);

/** Values of attributes that change the order of search results. */
export const boostSetting = setting(
  'souk/search/boosts',
  boostRules,
  [],
  'Values by which products score more or less in searches, such as "featured: Yes ^ 2" or "in_stock: 1 ^ 1.5"',
  shopSetting,
);

/** Whether searches tolerate typing errors. */
export const toleranceSetting = setting(
  'souk/search/typo_tolerance',
  yesOrNo,
  true,
  'Whether a word that no product has finds the words that differ in one letter, from 8 letters on in two',
  shopSetting,
);

/** Configuration of catalogue search, by path. */
export const searchConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'catalog/layered_navigation/display_product_count': '1',
    'catalog/layered_navigation/interval_division_limit': '9',
    'catalog/layered_navigation/one_price_interval': '0',
    'catalog/search/autocomplete_limit': '8',
    'catalog/search/enable_eav_indexer': '1',
    'catalog/search/engine': 'opensearch',
    'catalog/search/max_count_cacheable_search_terms': '100',
    'catalog/search/search_recommendations_count': '5',
    'catalog/search/search_recommendations_count_results_enabled': '0',
    'catalog/search/search_recommendations_enabled': '1',
    'catalog/search/search_suggestion_count_results_enabled': '0',
  }),
  'catalog/search/elasticsearch7_enable_auth': '0',
  'catalog/search/elasticsearch7_index_prefix': 'magento2',
  'catalog/search/elasticsearch7_minimum_should_match': '',
  'catalog/search/elasticsearch7_server_hostname': 'localhost',
  'catalog/search/elasticsearch7_server_port': '9200',
  'catalog/search/elasticsearch7_server_timeout': '15',
  'catalog/search/max_query_length': '128',
  'catalog/search/opensearch_enable_auth': '0',
  'catalog/search/opensearch_index_prefix': 'magento2',
  'catalog/search/opensearch_minimum_should_match': '',
  'catalog/search/opensearch_server_hostname': 'localhost',
  'catalog/search/opensearch_server_port': '9200',
  'catalog/search/opensearch_server_timeout': '15',
  ...settings([
    ...Object.values(filters),
    ...Object.values(suggestionSettings),
    ...Object.values(termSettings),
    redirectSetting,
    synonymSetting,
    boostSetting,
    toleranceSetting,
  ]),
};
