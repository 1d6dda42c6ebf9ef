import type { PopularProducts } from './recommendations/popular.ts';

declare module '../../kernel/merged-types.ts' {
  interface Services {
    /** The most ordered products. */
    recommendations: PopularProducts;
  }
}
