import type { Call } from '../../kernel/call.ts';
import type { SearchField } from '../../search/fields.ts';

/** What identifies a product to those who add to it. */
export interface ProductHead {
  readonly id: number;
  readonly sku: string;
  readonly type_id: string;
}

/** Fields of `extension_attributes` by name, as on the wire. */
export type ExtensionFields = Readonly<Record<string, unknown>>;

/** What was sent with a product that is being saved. */
export interface SentExtension {
  /** Whether the product is new. */
  readonly isNew: boolean;
  /** Decoded `extension_attributes`; an absent or null field is to stay as it is. */
  readonly fields: ExtensionFields;
  /** Value of a custom attribute as it was sent; undefined when it was not. */
  customAttribute(code: string): unknown;
}

/** A module's part of products: fields of their extension attributes, kept in the module's own tables. */
export interface ProductPart {
  /** Whether lists of products show the fields; a single product always does. */
  readonly inLists: boolean;
  /** The fields of many products, in one query; by product id. */
  load(call: Call, products: readonly ProductHead[]): Promise<ReadonlyMap<number, ExtensionFields>>;
  /** Saves what was sent, in the transaction of the product and after its row; gives the fields as they are now. */
  save(call: Call, product: ProductHead, sent: SentExtension): Promise<ExtensionFields>;
  /** Removes everything that belongs to a product that is being deleted. */
  remove(call: Call, product: ProductHead): Promise<void>;
  /** Fields that lists of products can be searched by; `catalog_product as p` is the table they are about. */
  readonly searchFields?: Readonly<Record<string, SearchField>>;
}

declare module '../../kernel/call.ts' {
  interface ContributionPoints {
    productParts: ProductPart;
  }
}
