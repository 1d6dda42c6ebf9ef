import {
  days,
  filledText,
  installationSetting,
  listOfTexts,
  numberFrom,
  setting,
  settings,
  shopSetting,
  yesOrNo,
} from '../../kernel/settings.ts';

/** Whether the storefront's address has the queries of the service too. */
export const isShared = setting(
  'souk/catalog_service/on_graphql',
  yesOrNo,
  false,
  'Whether /graphql also has the queries of the catalogue service, in place of its own products and categories',
  installationSetting,
);
/** Whether a header may name the customer group whose prices are returned. */
export const trustsGroupHeader = setting(
  'souk/catalog_service/trust_customer_group',
  yesOrNo,
  false,
  'Whether the catalogue service returns the prices of the group in the header Magento-Customer-Group to anybody who sends it',
);

/** The kinds of pages with recommendations. */
export const pageTypes = ['CMS', 'Cart', 'Category', 'Checkout', 'PageBuilder', 'Product'] as const;
type PageType = (typeof pageTypes)[number];

const isPageType = (text: string): boolean => pageTypes.some((type) => type === text);

/** The settings of a unit of recommendations. */
const unitSettings = (code: string, label: string, pages: readonly PageType[]) => ({
  label: setting(
    `souk/recommendations/${code}/label`,
    filledText,
    label,
    `Heading of the recommendations "${label}" on the storefront`,
    shopSetting,
  ),
  pages: setting(
    `souk/recommendations/${code}/pages`,
    listOfTexts(isPageType, `kinds of pages (${pageTypes.join(', ')})`),
    pages,
    `Kinds of pages with the recommendations "${label}"; none: they are off`,
    shopSetting,
  ),
});

/** Recommendations of products. */
export const recommendationSettings = {
  products: setting(
    'souk/recommendations/products',
    numberFrom(1, 'products'),
    5,
    'Products in each unit of recommendations, at most',
    shopSetting,
  ),
  days: setting(
    'souk/recommendations/days',
    days(1),
    90,
    'Age of the orders from which recommendations are derived, at most',
    shopSetting,
  ),
  refresh: setting(
    'souk/recommendations/refresh_interval',
    numberFrom(0, 'minutes'),
    15,
    'How long the most ordered products stay in memory before they are counted again',
    installationSetting,
  ),
  units: {
    related: unitSettings('related', 'You may also like', ['Product', 'Cart']),
    boughtTogether: unitSettings('bought_together', 'Often bought together', ['Product', 'Cart', 'Checkout']),
    mostOrdered: unitSettings('most_ordered', 'Most popular', pageTypes),
    recentlyViewed: unitSettings('recently_viewed', 'Recently viewed', ['Product', 'Category', 'CMS', 'PageBuilder']),
  },
};

const { products, days: orderAge, refresh, units } = recommendationSettings;

/** Configuration of the catalogue service. */
export const catalogServiceConfiguration = settings([
  isShared,
  trustsGroupHeader,
  products,
  orderAge,
  refresh,
  ...Object.values(units).flatMap(({ label, pages }) => [label, pages]),
]);
