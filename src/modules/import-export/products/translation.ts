import type { LoadedProduct, ProductOption } from '../../catalog/service.ts';
import type { StoredAttributeSet } from '../../eav/service.ts';
import type { ProductLookups } from './lookups.ts';
import type { ProductImportOptions } from './settings.ts';

/** What a row is translated with. */
export interface Translation {
  readonly lookups: ProductLookups;
  readonly options: ProductImportOptions;
  /** The product as it is; undefined for a new one. */
  readonly before: LoadedProduct | undefined;
  /** Its custom options in the store view of the row; undefined for a row without them. */
  readonly viewOptions: readonly ProductOption[] | undefined;
  readonly sku: string;
  readonly typeId: string;
  readonly set: StoredAttributeSet;
  /** Store view of the values; 0: all. */
  readonly storeId: number;
}
