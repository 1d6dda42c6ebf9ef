import type { Expression } from 'kysely';
import type { ProductOutput } from './types.ts';

/** Fields of `extension_attributes` by name, as on the wire. */
export type ExtensionFields = Readonly<Record<string, unknown>>;

/** Columns in the query of products, by name: rows of other tables (see `nested` of the storage); `p` is the product. */
export type NestedColumns = Readonly<Record<string, Expression<string | null>>>;

/**
 * Fields of products that the catalogue keeps in further tables, by name. The owner of each table adds its field by declaration
 * merging. A field is absent if the product has none, or it was not loaded.
 */
export interface ProductFields {}

/** As `ProductFields`, for other modules. */
export interface ProductExtensions {}

/** Response fields of a product for its `ProductFields`. */
export type ShownFields = Required<Pick<ProductOutput, 'options' | 'product_links' | 'media_gallery_entries'>>;
