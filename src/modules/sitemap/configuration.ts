import { choice, decimalFrom, setting, settings, shopSetting, text, yesOrNo } from '../../kernel/settings.ts';
import type { RoutedType } from '../url-rewrite/extensions.ts';

const frequency = choice({
  always: 'always',
  hourly: 'hourly',
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
  yearly: 'yearly',
  never: 'never',
});

function hints<const K extends string>(kind: K, name: string, priority: number) {
  return {
    frequency: setting(`sitemap/${kind}/changefreq`, frequency, 'daily', `How often ${name} change`, shopSetting),
    priority: setting(
      `sitemap/${kind}/priority`,
      decimalFrom(0),
      priority,
      `Priority of ${name} among the pages of the shop, from 0 to 1`,
      shopSetting,
    ),
  };
}

/** Hints for search engines about the pages of each kind. */
export const pageHints = {
  CMS_PAGE: hints('page', 'content pages', 0.25),
  CATEGORY: hints('category', 'categories', 0.5),
  PRODUCT: hints('product', 'products', 1),
} as const satisfies Readonly<Record<RoutedType, unknown>>;

const robotsChoice = choice({
  'INDEX,FOLLOW': 'INDEX,FOLLOW',
  'NOINDEX,FOLLOW': 'NOINDEX,FOLLOW',
  'INDEX,NOFOLLOW': 'INDEX,NOFOLLOW',
  'NOINDEX,NOFOLLOW': 'NOINDEX,NOFOLLOW',
});

export const robots = {
  default: setting(
    'design/search_engine_robots/default_robots',
    robotsChoice,
    'INDEX,FOLLOW',
    'Whether search engines may list pages and follow their links',
    shopSetting,
  ),
  instructions: setting(
    'design/search_engine_robots/custom_instructions',
    text,
    '',
    'Content of robots.txt; empty: derived from the other settings',
    shopSetting,
  ),
  namesSitemap: setting(
    'sitemap/search_engines/submission_robots',
    yesOrNo,
    true,
    'Whether robots.txt names the sitemap',
    shopSetting,
  ),
};

/** Settings of the sitemap and of robots.txt. */
export const sitemapConfiguration = settings([
  ...Object.values(pageHints).flatMap((kind) => Object.values(kind)),
  ...Object.values(robots),
]);
