import type { Expression } from 'kysely';
import type { ProductOutput } from './types.ts';

/** Fields of `extension_attributes` by name, as on the wire. */
export type ExtensionFields = Readonly<Record<string, unknown>>;

/** Columns of the query of products, by name: rows of other tables (`nested` of the storage); `p` is the product. */
export type NestedColumns = Readonly<Record<string, Expression<string | null>>>;

/**
 * What the catalogue keeps of products in tables of their own, by name; who keeps it adds it here by declaration merging. A value
 * is absent where the product has none, or where it was not loaded.
 */
export interface ProductFields {}

/** As `ProductFields`, of other modules. */
export interface ProductExtensions {}

/** Fields of a product's answer that show its `ProductFields`. */
export type ShownFields = Required<Pick<ProductOutput, 'options' | 'product_links' | 'media_gallery_entries'>>;
