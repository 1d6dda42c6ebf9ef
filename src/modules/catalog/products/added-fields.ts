import type { Expression } from 'kysely';
import type { ProductOutput } from './types.ts';

/** Fields of `extension_attributes` by name, as on the wire. */
export type ExtensionFields = Readonly<Record<string, unknown>>;

/** Columns of the query of products, by name: rows of other tables (`nested` of the storage); `p` is the product. */
export type NestedColumns = Readonly<Record<string, Expression<string | null>>>;

/** Fields of a product that are kept in tables of their own. */
export type ProductFields = Pick<ProductOutput, 'options' | 'product_links' | 'media_gallery_entries'>;
