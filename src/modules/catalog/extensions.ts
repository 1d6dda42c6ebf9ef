import type { Call } from '../../kernel/call.ts';
import type { SearchField } from '../../search/fields.ts';
import { readNested } from '../../storage/nested.ts';
import type { ExtensionFields, NestedColumns, ProductFields } from './products/added-fields.ts';
import type { StoredProduct } from './products/product.ts';
import type { ProductInput } from './products/types.ts';

export type { ExtensionFields, NestedColumns, ProductFields } from './products/added-fields.ts';

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

/** Rows of other tables that are read with the products themselves: what the fields are made of, and what saves need besides. */
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

/** A module's part of products: fields of their extension attributes, kept in the module's own tables. */
export interface ProductPart {
  /** The fields; they are loaded where one of them is wanted. */
  readonly fields: readonly string[];
  /** Whether lists of products show the fields; a single product always does. */
  readonly inLists: boolean;
  /** False for fields that carts do without; they ask for the stock by itself. */
  readonly inCarts?: boolean;
  readonly nested?: NestedReads;
  /** The fields of many products; by product id. From what was read with them, else in queries of its own. */
  load(call: Call, products: readonly StoredProduct[]): Promise<ReadonlyMap<number, ExtensionFields>>;
  /**
   * Saves what was sent, in the transaction of the product and after its row; gives the fields as they are now. What was read
   * with a product that is not new holds: its version has been compared since.
   */
  save(call: Call, product: StoredProduct, sent: SentExtension): Promise<ExtensionFields>;
  /** Told when prices of products have changed without their being saved, in the same transaction. */
  pricesChanged?(call: Call, productIds: readonly number[]): Promise<void>;
  /** Removes everything that belongs to a product that is being deleted. */
  remove(call: Call, product: ProductHead): Promise<void>;
  /** Fields that lists of products can be searched by; `catalog_product as p` is the table they are about. */
  readonly searchFields?: Readonly<Record<string, SearchField>>;
}

/** What a field is after a save. */
export interface SavedFields {
  readonly fields: ProductFields;
  /** Columns of the product that follow from the field, as they are now. */
  readonly columns?: Partial<Pick<StoredProduct, 'has_options' | 'required_options'>>;
}

/** A field of products themselves, kept in tables of its own. */
export interface ProductField {
  /** Its name; it is loaded where it is wanted. */
  readonly name: keyof ProductFields;
  readonly nested?: NestedReads;
  /**
   * The field of many products, each for the store view it was read for; by product id. From what was read with them, else in
   * one query.
   */
  load(call: Call, products: readonly StoredProduct[]): Promise<ReadonlyMap<number, ProductFields>>;
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
export type Salability = (call: Call, products: readonly ProductHead[]) => Promise<ReadonlyMap<number, boolean>>;

declare module '../../kernel/call.ts' {
  interface ContributionPoints {
    productParts: ProductPart;
    productFields: ProductField;
    salability: Salability;
  }
}
