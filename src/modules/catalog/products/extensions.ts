import type { Call } from '../../../kernel/call.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { readNested } from '../../../storage/nested.ts';
import type { ExtensionFields, NestedColumns, ProductExtensions, ProductFields, ShownFields } from './added-fields.ts';
import type { LoadedProduct, StoredProduct } from './product.ts';
import type { ProductInput } from './types.ts';

export type { ExtensionFields, NestedColumns, ProductExtensions } from './added-fields.ts';

/** The identity of a product, for modules that extend it. */
export interface ProductHead {
  readonly id: number;
  readonly sku: string;
  readonly type_id: string;
  /** Store view for which it was read or is written, if that is known. */
  readonly store_id?: number;
}

/** The part of a product's input for other modules. */
export interface SentExtension {
  /** Whether the product is new. */
  readonly isNew: boolean;
  /** The product before the save, in the same store view; undefined for a new one. */
  readonly before: StoredProduct | undefined;
  /** Decoded `extension_attributes`; an absent or null field stays unchanged. */
  readonly fields: ExtensionFields;
  /** Value of a custom attribute in the input; undefined when it is missing. */
  customAttribute(code: string): unknown;
}

/**
 * Rows of other tables that are read together with products: sources of the values (`display`), and rows that only
 * saves need (`save`).
 */
export type NestedReads = (storeId: number) => {
  readonly display?: NestedColumns;
  readonly save?: NestedColumns;
};

/** The rows in a column of products, by product id; undefined unless they were read with all of the products. */
export function nestedRows<R>(
  products: readonly Pick<StoredProduct, 'id' | 'nested'>[],
  column: string,
): Map<number, R[]> | undefined {
  const found = new Map<number, R[]>();
  for (const { id, nested } of products) {
    const text = nested?.[column];
    if (text === undefined || text === null) return undefined;
    if (text !== '[]') found.set(id, readNested<R>(text));
  }
  return found;
}

/**
 * A module's extension of products: values in tables of its own, which responses contain among the extension
 * attributes.
 */
export interface ProductExtension {
  /** Name of its value in `ProductExtensions`; absent if it has none to show. */
  readonly name?: keyof ProductExtensions;
  /** The extension attributes that show the value. */
  readonly fields: readonly string[];
  /** Whether lists of products show it; a single product always does. */
  readonly inLists: boolean;
  /** Whether carts need its value. Default: true. */
  readonly inCarts?: boolean;
  readonly nested?: NestedReads;
  /** The values of many products, by product id: from the rows that were read with them, otherwise from queries of its own. */
  load(call: Call, products: readonly StoredProduct[]): Promise<ReadonlyMap<number, ProductExtensions>>;
  /** The extension attributes of a product, from its loaded value; undefined if it has none. */
  present?(call: Call, product: LoadedProduct): ExtensionFields | undefined;
  /**
   * Saves the input, in the transaction of the product and after its row; returns the value after the save. Rows that
   * were read with an existing product are still current: its version was compared.
   */
  save(call: Call, product: StoredProduct, input: SentExtension): Promise<ProductExtensions>;
  /** Called when prices of products have changed without a save, in the same transaction. */
  pricesChanged?(call: Call, productIds: readonly number[]): Promise<void>;
  /** Removes everything that belongs to a product that is being deleted. */
  remove(call: Call, product: ProductHead): Promise<void>;
  /** Search fields that it adds to lists of products; `catalog_product as p` is the product. */
  readonly searchFields?: Readonly<Record<string, SearchField>>;
}

/** A field after a save. */
export interface SavedFields {
  readonly values: ProductFields;
  /** Columns of the product that follow from the field. */
  readonly columns?: Partial<Pick<StoredProduct, 'has_options' | 'required_options'>>;
}

/** A field of products in the catalogue's own further tables. */
export interface ProductField {
  /** Name of its value in `ProductFields`. */
  readonly name: keyof ProductFields;
  /** The response field that shows it. */
  readonly field: keyof ShownFields;
  readonly nested?: NestedReads;
  /**
   * The values of many products by product id, each in the store view for which it was read: from the rows that were read with
   * them, otherwise in one query.
   */
  load(call: Call, products: readonly StoredProduct[]): Promise<ReadonlyMap<number, ProductFields>>;
  /** The field of a product's response; empty if it was not loaded. */
  present(product: LoadedProduct): Partial<ShownFields>;
  /** Checks the input before the product is written; returns the values to save. */
  prepare?(call: Call, input: ProductInput, before: StoredProduct | undefined): Promise<ProductInput>;
  /** Saves the input (absent or null: unchanged), in the transaction of the product and after its row. */
  save(
    call: Call,
    product: StoredProduct,
    input: ProductInput,
    before: StoredProduct | undefined,
  ): Promise<SavedFields>;
  /** Runs before the row of a product is deleted, with all rows that refer to it. */
  beforeRemove?(call: Call, product: ProductHead): Promise<void>;
}

/** Returns whether products can be sold, as far as a module knows; by product id. */
type Salability = (call: Call, products: readonly ProductHead[]) => Promise<ReadonlyMap<number, boolean>>;

declare module '../../../kernel/merged-types.ts' {
  interface ContributionPoints {
    productExtensions: ProductExtension;
    productFields: ProductField;
    salability: Salability;
  }
}
