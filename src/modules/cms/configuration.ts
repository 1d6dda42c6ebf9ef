import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { setting, settings, shopSetting, text, yesOrNo } from '../../kernel/settings.ts';

/** Pages that storefronts show by themselves. */
export const standardPages = {
  home: setting('web/default/cms_home_page', text, 'home', 'Identifier of the start page', shopSetting),
  noCookies: setting(
    'web/default/cms_no_cookies',
    text,
    'enable-cookies',
    'Identifier of the page for browsers without cookies',
    shopSetting,
  ),
  noRoute: setting(
    'web/default/cms_no_route',
    text,
    'no-route',
    'Identifier of the page for unknown addresses',
    shopSetting,
  ),
};

/** Routes of a storefront for its start page and for unknown addresses. */
export const standardRoutes = {
  front: setting('web/default/front', text, 'cms', 'Route of the start page', shopSetting),
  noRoute: setting('web/default/no_route', text, 'cms/noroute/index', 'Route of unknown addresses', shopSetting),
};
export const showsBreadcrumbs = setting(
  'web/default/show_cms_breadcrumbs',
  yesOrNo,
  true,
  'Whether pages show the path to them',
  shopSetting,
);
export const defaultPageLayout = setting(
  'web/default_layouts/default_cms_layout',
  text,
  'cms-full-width',
  'Layout of new pages',
  shopSetting,
);

/** Configuration of pages, by path. */
export const cmsConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'web/default_layouts/default_category_layout': 'category-full-width',
    'web/default_layouts/default_product_layout': 'product-full-width',
  }),
  ...settings([...Object.values(standardPages), ...Object.values(standardRoutes), showsBreadcrumbs, defaultPageLayout]),
};
