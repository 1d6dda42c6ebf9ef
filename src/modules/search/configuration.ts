import type { DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Configuration of catalogue search, by path. */
export const searchConfiguration: DeclaredConfiguration = {
  'catalog/search/autocomplete_limit': '8',
  'catalog/search/elasticsearch7_enable_auth': '0',
  'catalog/search/elasticsearch7_index_prefix': 'magento2',
  'catalog/search/elasticsearch7_minimum_should_match': '',
  'catalog/search/elasticsearch7_server_hostname': 'localhost',
  'catalog/search/elasticsearch7_server_port': '9200',
  'catalog/search/elasticsearch7_server_timeout': '15',
  'catalog/search/enable_eav_indexer': '1',
  'catalog/search/engine': 'opensearch',
  'catalog/search/max_count_cacheable_search_terms': '100',
  'catalog/search/max_query_length': '128',
  'catalog/search/min_query_length': '3',
  'catalog/search/opensearch_enable_auth': '0',
  'catalog/search/opensearch_index_prefix': 'magento2',
  'catalog/search/opensearch_minimum_should_match': '',
  'catalog/search/opensearch_server_hostname': 'localhost',
  'catalog/search/opensearch_server_port': '9200',
  'catalog/search/opensearch_server_timeout': '15',
  'catalog/search/search_recommendations_count': '5',
  'catalog/search/search_recommendations_count_results_enabled': '0',
  'catalog/search/search_recommendations_enabled': '1',
  'catalog/search/search_suggestion_count': '2',
  'catalog/search/search_suggestion_count_results_enabled': '0',
  'catalog/search/search_suggestion_enabled': '1',
};
