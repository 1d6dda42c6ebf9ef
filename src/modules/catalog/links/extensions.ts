import { sql } from 'kysely';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import type { ProductTypeRules } from '../products/product-types.ts';
import { ENABLED } from '../products/types.ts';
import { ASSOCIATED } from './link.ts';

const enabledComponents = prepared((db, p: Params<{ ids: readonly number[]; type: number; status: number }>) =>
  db
    .selectFrom('catalog_product_link as l')
    .innerJoin('catalog_product as p', 'p.id', 'l.linked_product_id')
    .select(['l.product_id', 'l.linked_product_id'])
    .where(inIds('l.product_id', p.ids))
    .where('l.link_type_id', '=', p.type)
    .where('p.status', '=', p.status)
    .orderBy('l.position')
    .orderBy('l.link_id'),
);

/** Rules of a product type whose products are sold as the products they are linked to: it can be sold while one of these can. */
export const madeOfLinks: Pick<ProductTypeRules, 'isComposite' | 'ownData' | 'composition' | 'components'> = {
  isComposite: true,
  ownData: sql`exists (select 1 from catalog_product_link l
    where l.product_id = p.id and l.link_type_id = ${sql.lit(ASSOCIATED)})`,
  composition: {
    rows: sql`catalog_product_link as r`,
    whole: sql.ref('r.product_id'),
    component: sql.ref('r.linked_product_id'),
    counted: sql`r.link_type_id = ${sql.lit(ASSOCIATED)}`,
  },
  async components(call, ids) {
    const rows = ids.length === 0 ? [] : await enabledComponents(call.db, { ids, type: ASSOCIATED, status: ENABLED });
    const byWhole = Map.groupBy(rows, (row) => row.product_id);
    return new Map(
      [...byWhole].map(([id, components]) => [id, [components.map((component) => component.linked_product_id)]]),
    );
  },
};
