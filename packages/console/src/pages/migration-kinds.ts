import { t } from '../texts/text.ts';

/** The kinds of moved records for people, by their names in the journal. */
const kindNames: Readonly<Record<string, string>> = {
  websites: t('websites'),
  'root categories': t('root categories'),
  stores: t('stores [records]'),
  'store views': t('store views'),
  settings: t('settings'),
  'tax classes': t('tax classes'),
  'customer groups': t('customer groups'),
  'tax rates': t('tax rates'),
  'tax rules': t('tax rules'),
  blocks: t('blocks'),
  attributes: t('attributes'),
  'attribute sets': t('attribute sets'),
  categories: t('categories'),
  sources: t('sources'),
  stocks: t('stocks'),
  products: t('products'),
  'composite products': t('composite products'),
  'products of other types': t('products of other types'),
  'product links': t('product links'),
  'product prices': t('product prices'),
  customers: t('customers'),
  companies: t('companies'),
  'company roles': t('company roles'),
  'company teams': t('company teams'),
  'company users': t('company users'),
  'company hierarchies': t('company hierarchies'),
  'company credits': t('company credits'),
  'company credit history': t('company credit history'),
  'company relations': t('company relations'),
  'negotiable quotes': t('negotiable quotes'),
  'shared catalogs': t('shared catalogs'),
  'cart rules': t('cart rules'),
  coupons: t('coupons'),
  pages: t('pages'),
  orders: t('orders'),
  'gift card accounts': t('gift card accounts'),
  returns: t('returns'),
};

/** A kind of moved records for people; a kind of a later release has the name of the journal. */
export function kindName(kind: string): string {
  return kindNames[kind] ?? kind;
}
