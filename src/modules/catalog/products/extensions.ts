import type { Call } from '../../../kernel/call.ts';
import type { SearchField } from '../../../search/fields.ts';
import { readNested } from '../../../storage/nested.ts';
import type { ExtensionFields, NestedColumns, ProductExtensions, ProductFields, ShownFields } from './added-fields.ts';
import type { LoadedProduct, StoredProduct } from './product.ts';
import type { ProductInput } from './types.ts';

export type { ExtensionFields, NestedColumns, ProductExtensions } from './added-fields.ts';

/** What identifies a product to those who add to it. */
export interface ProductHead {
  readonly id: number;
  readonly sku: string;
  readonly type_id: string;
  /** Store view that it was read for or written in, where that is known. */
  readonly store_id?: number;
}

/** What was sent with a product that is being saved. */
export interface SentExtension {
  /** Whether the product is new. */
  readonly isNew: boolean;
  /** Decoded `extension_attributes`; an absent or null field is to stay as it is. */
  readonly fields: ExtensionFields;
  /** Value of a custom attribute as it was sent; undefined when it was not. */
  customAttribute(code: string): unknown;
}

/** Rows of other tables that are read with the products themselves: those that make the values (`shown`), and those that only saves need. */
export type NestedReads = (storeId: number) => {
  readonly shown?: NestedColumns;
  readonly save?: NestedColumns;
};

/** The rows that a column holds of each product, by product id; undefined where they were not read with all of the products. */
export function nestedRows<R>(products: readonly StoredProduct[], column: string): Map<number, R[]> | undefined {
  const found = new Map<number, R[]>();
  for (const { id, nested } of products) {
    const text = nested?.[column];
    if (text === undefined || text === null) return undefined;
    if (text !== '[]') found.set(id, readNested<R>(text));
  }
  return found;
}

/** What a module adds to products: values kept in its own tables, which answers show among the extension attributes. */
export interface ProductExtension {
  /** Name of its value in `ProductExtensions`; none where it has none to show. */
  readonly name?: keyof ProductExtensions;
  /** The extension attributes that show the value. */
  readonly fields: readonly string[];
  /** Whether lists of products show it; a single product always does. */
  readonly inLists: boolean;
  /** False for values that carts do without; they ask for the stock by itself. */
  readonly inCarts?: boolean;
  readonly nested?: NestedReads;
  /** The values of many products; by product id. From what was read with them, else in queries of its own. */
  load(call: Call, products: readonly StoredProduct[]): Promise<ReadonlyMap<number, ProductExtensions>>;
  /** The extension attributes of a product, of the value that was loaded with it; nothing where there is none. */
  present?(call: Call, product: LoadedProduct): ExtensionFields | undefined;
  /**
   * Saves what was sent, in the transaction of the product and after its row; gives the value as it is now. What was read with a
   * product that is not new holds: its version has been compared since.
   */
  save(call: Call, product: StoredProduct, sent: SentExtension): Promise<ProductExtensions>;
  /** Told when prices of products have changed without their being saved, in the same transaction. */
  pricesChanged?(call: Call, productIds: readonly number[]): Promise<void>;
  /** Removes everything that belongs to a product that is being deleted. */
  remove(call: Call, product: ProductHead): Promise<void>;
  /** Fields that lists of products can be searched by; `catalog_product as p` is the table they are about. */
  readonly searchFields?: Readonly<Record<string, SearchField>>;
}

/** What a field is after a save. */
export interface SavedFields {
  readonly values: ProductFields;
  /** Columns of the product that follow from the field, as they are now. */
  readonly columns?: Partial<Pick<StoredProduct, 'has_options' | 'required_options'>>;
}

/** A field of products themselves, kept in tables of its own. */
export interface ProductField {
  /** Name of its value in `ProductFields`. */
  readonly name: keyof ProductFields;
  /** The field of answers that shows it. */
  readonly field: keyof ShownFields;
  readonly nested?: NestedReads;
  /**
   * The values of many products, each for the store view it was read for; by product id. From what was read with them, else in
   * one query.
   */
  load(call: Call, products: readonly StoredProduct[]): Promise<ReadonlyMap<number, ProductFields>>;
  /** The field of a product's answer; empty where nothing was loaded. */
  present(product: LoadedProduct): Partial<ShownFields>;
  /** Checks what was sent before the product is written; gives what is to be saved in its place. */
  prepare?(call: Call, input: ProductInput, before: StoredProduct | undefined): Promise<ProductInput>;
  /** Saves what was sent (absent or null: stays as it is), in the transaction of the product and after its row. */
  save(
    call: Call,
    product: StoredProduct,
    input: ProductInput,
    before: StoredProduct | undefined,
  ): Promise<SavedFields>;
  /** Runs before the row of a product goes, and with it all rows that refer to it. */
  beforeRemove?(call: Call, product: ProductHead): Promise<void>;
}

/** Tells of products whether they can be sold, as far as a module knows; by product id. */
type Salability = (call: Call, products: readonly ProductHead[]) => Promise<ReadonlyMap<number, boolean>>;

declare module '../../../kernel/call.ts' {
  interface ContributionPoints {
    productExtensions: ProductExtension;
    productFields: ProductField;
    salability: Salability;
  }
}
