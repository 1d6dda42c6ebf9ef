import { sql, type RawBuilder } from 'kysely';
import type { SqlTruth } from '../../storage/criteria/sql.ts';
import type { Assortment } from '../catalog/assortments/extensions.ts';
import { catalogsAreOn } from './configuration.ts';
import { catalogTypes } from './types.ts';

/** The group of visitors, who see the public catalog. */
const NOT_LOGGED_IN = 0;

/** A query of the id of a group's catalog. */
function catalogOf(groupId: number): RawBuilder<unknown> {
  return groupId === NOT_LOGGED_IN
    ? sql`select entity_id from shared_catalog where type = ${sql.lit(catalogTypes.public)}`
    : sql`select entity_id from shared_catalog where customer_group_id = ${groupId}`;
}

/** The condition that a group has no catalog, and so sees everything, or that one of its catalog's rows meets a condition. */
function unlessMissing(groupId: number, row: RawBuilder<unknown>): SqlTruth {
  const ofCatalog: SqlTruth = sql`exists (select 1 from ${row} and a.catalog_id = (${catalogOf(groupId)}))`;
  return groupId === NOT_LOGGED_IN ? ofCatalog : sql`(not exists (${catalogOf(groupId)}) or ${ofCatalog})`;
}

/** Products and categories of the catalog of a customer group. Roots of the tree of categories are seen by all. */
export const catalogAssortment: Assortment = {
  isActive: (call) => call.config.of(catalogsAreOn, { websiteId: call.scope.websiteId }),
  hasProduct: (groupId, productId) =>
    unlessMissing(groupId, sql`shared_catalog_product a where a.product_id = ${sql.ref(productId)}`),
  hasCategory: (groupId, { id, level }) => {
    const isAssigned = unlessMissing(groupId, sql`shared_catalog_category a where a.category_id = ${sql.ref(id)}`);
    return sql`(${sql.ref(level)} <= 1 or ${isAssigned})`;
  },
};
