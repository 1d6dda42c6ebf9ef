import type { Call } from '../../kernel/call.ts';
import type { SharedCache, SharedCaches } from '../../kernel/module.ts';
import { isRootCategory } from './categories/load.ts';
import { deleteProduct } from './products/delete.ts';
import { loadOverridden, type OverriddenAttributes } from './products/index-rows.ts';
import { findById, findByIds, findBySku, findBySkus } from './products/load.ts';
import { effectiveValues, productMetadata, type ProductValues, type StoredProduct } from './products/product.ts';
import { touchProducts } from './products/rows.ts';
import { saveProduct } from './products/save.ts';

export type { ProductValue, ProductValues, StoredProduct, StoredTierPrice } from './products/product.ts';

/** What the catalogue offers to the modules after it. Products are read for a store view; 0: the values all inherit. */
export interface CatalogService {
  /** Attributes that store views override for some product. */
  readonly overriddenAttributes: SharedCache<OverriddenAttributes>;
  /** The product with a SKU, whatever its case; undefined when there is none. One query. */
  readonly productBySku: typeof findBySku;
  readonly productById: typeof findById;
  /** Products by id, in one query. */
  readonly productsById: typeof findByIds;
  /** Products by SKU as `trim().toLowerCase()` gives it, in one query. */
  readonly productsBySku: typeof findBySkus;
  /** The values that a product shows in the store view it was read for, by attribute code. */
  values(call: Call, product: StoredProduct): Promise<ProductValues>;
  /** Creates or changes a product as the interface does; within a transaction. */
  readonly saveProduct: typeof saveProduct;
  readonly deleteProduct: typeof deleteProduct;
  /** To be called when something else that products' answers show has changed; within the same transaction. */
  readonly touchProducts: typeof touchProducts;
  /** Whether a category is one that stores can have as their root. */
  readonly isRootCategory: typeof isRootCategory;
}

declare module '../../kernel/call.ts' {
  interface Services {
    catalog: CatalogService;
  }
}

/** Makes the module's service. */
export function createCatalogService(caches: SharedCaches): CatalogService {
  return {
    overriddenAttributes: caches.define('product-overrides', loadOverridden),
    productBySku: findBySku,
    productById: findById,
    productsById: findByIds,
    productsBySku: findBySkus,
    values: async (call, product) => effectiveValues(product, await productMetadata(call)),
    saveProduct,
    deleteProduct,
    touchProducts,
    isRootCategory,
  };
}
