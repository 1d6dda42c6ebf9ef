/** Products and categories: types of the interface, and the contributions of a module to products. */

// `ProductFields` grows by declaration merging, which takes the whole file.
export * from '../../../src/modules/catalog/products/added-fields.ts';
export {
  nestedRows,
  type ProductExtension,
  type ProductField,
  type ProductHead,
} from '../../../src/modules/catalog/products/extensions.ts';
export { Product, ProductExtensionAttributes } from '../../../src/modules/catalog/products/types.ts';
export type { ProductTypeRules, StoredProduct } from '../../../src/modules/catalog/service.ts';
