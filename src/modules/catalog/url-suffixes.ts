import type { Call } from '../../kernel/call.ts';

const suffixes = {
  product: 'catalog/seo/product_url_suffix',
  category: 'catalog/seo/category_url_suffix',
} as const;

/** What the paths of products or categories end with in a store view: `.html`, or nothing. */
export function urlSuffix(call: Call, of: keyof typeof suffixes, storeId: number): string {
  return call.config.get(suffixes[of], { storeId }) ?? '';
}

/** A folded path without the suffix; undefined where it has another one, or nothing besides. */
export function withoutSuffix(path: string, suffix: string): string | undefined {
  if (!path.endsWith(suffix.toLowerCase())) return undefined;
  return path.slice(0, path.length - suffix.length) || undefined;
}
