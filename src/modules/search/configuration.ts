import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { choice, decimalFrom, numberFrom, setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

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
    'catalog/search/min_query_length': '3',
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
  ...settings([...Object.values(filters), ...Object.values(suggestionSettings)]),
};
