import type { Call } from '../../kernel/call.ts';
import type { ChangedEntity } from '../../platform/change-log/entities.ts';
import { noteChanges } from '../../platform/change-log/note.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';

const skus = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('catalog_product').select(['id', 'sku']).where(inIds('id', p.ids)),
);

const products = {
  service: 'catalogProductRepositoryV1',
  operation: 'getList',
  searched: 'entity_id',
  id: 'id',
} as const;

/** Entities of the catalogue with change events. */
export const catalogEntities: readonly ChangedEntity[] = [
  {
    name: 'product',
    key: 'sku',
    observed: 'catalog_product',
    resource: 'Magento_Catalog::products',
    list: products,
    keysOf: async (db, ids) => new Map((await skus(db, { ids })).map(({ id, sku }) => [id, sku])),
  },
  {
    name: 'price',
    key: 'sku',
    observed: 'catalog_product_price',
    resource: 'Magento_Catalog::products',
    keysLike: 'product',
    list: products,
  },
  {
    name: 'category',
    key: 'id',
    observed: 'catalog_category',
    resource: 'Magento_Catalog::categories',
    list: { service: 'catalogCategoryListV1', operation: 'getList', searched: 'entity_id', id: 'id' },
  },
];

/** Fields of a product's prices. */
const priceFields = new Set([
  'price',
  'special_price',
  'special_from_date',
  'special_to_date',
  'tier_prices',
  'cost',
  'tax_class_id',
]);

/** A product of which some fields have changed. */
interface ChangedProduct {
  readonly id: number;
  readonly sku?: string;
}

/** Records the creation of a product, with its price, for events. */
export function noteNewProduct(call: Call, { id, sku }: Required<ChangedProduct>): void {
  noteChanges(call, [
    { entity: 'product', id, key: sku, action: 'created' },
    { entity: 'price', id, key: sku, action: 'created' },
  ]);
}

/** Notes which fields of products have changed. */
export function noteProductFields(call: Call, products: readonly ChangedProduct[], fields: readonly string[]): void {
  const prices = fields.filter((field) => priceFields.has(field));
  for (const { id, sku } of products) {
    noteChanges(call, [
      { entity: 'product', id, key: sku, action: 'changed', fields },
      { entity: 'price', id, key: sku, action: 'changed', fields: prices },
    ]);
  }
}

/** Notes that a product is gone, and its price with it. */
export function noteDeletedProduct(call: Call, { id, sku }: Required<ChangedProduct>): void {
  noteChanges(call, [
    { entity: 'product', id, key: sku, action: 'deleted' },
    { entity: 'price', id, key: sku, action: 'deleted' },
  ]);
}

/** Records changes of categories for events. */
export function noteCategories(
  call: Call,
  ids: readonly number[],
  action: 'created' | 'changed' | 'deleted',
  fields: readonly string[] = [],
): void {
  noteChanges(
    call,
    ids.map((id) => ({ entity: 'category', id, key: String(id), action, fields })),
  );
}
