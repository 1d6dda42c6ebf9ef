import type { CategoryValues, StoredCategory } from '../categories/category.ts';
import type { Routable } from '../../store/extensions.ts';
import type { ProductValues, StoredProduct } from '../products/product.ts';

/** A product as storefronts see it, read for the store view of the call. Data of further tables is loaded on demand. */
export interface ProductSource extends Routable {
  readonly product: StoredProduct;
  /** The values that the store view shows, by attribute code. */
  readonly values: ProductValues;
}

/** A category as storefronts see it: read for the store view of the call. */
export interface CategorySource extends Routable {
  readonly category: StoredCategory;
  /** The values that the store view shows, by attribute code. */
  readonly values: CategoryValues;
}
