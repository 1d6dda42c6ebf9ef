import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

export const downloadableConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'catalog/downloadable/disable_guest_checkout': '1',
    'catalog/downloadable/downloads_number': '0',
    'catalog/downloadable/links_target_new_window': '1',
    'catalog/downloadable/links_title': 'Links',
    'catalog/downloadable/samples_title': 'Samples',
  }),
  'catalog/downloadable/content_disposition': 'inline',
  'catalog/downloadable/domains': null,
  'catalog/downloadable/order_item_status': '9',
  'catalog/downloadable/shareable': '0',
};
