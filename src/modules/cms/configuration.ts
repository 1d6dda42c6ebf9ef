import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Configuration of pages, by path. */
export const cmsConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  'web/default/cms_home_page': 'home',
  'web/default/cms_no_cookies': 'enable-cookies',
  'web/default/cms_no_route': 'no-route',
  'web/default/front': 'cms',
  'web/default/no_route': 'cms/noroute/index',
  'web/default/show_cms_breadcrumbs': '1',
  'web/default_layouts/default_category_layout': 'category-full-width',
  'web/default_layouts/default_cms_layout': 'cms-full-width',
  'web/default_layouts/default_product_layout': 'product-full-width',
});
