import { sql } from 'kysely';
import type { ProductTypeRules } from '../products/product-types.ts';
import { ASSOCIATED } from './link.ts';

/** Rules of a product type whose products are sold as the products they are linked to: it can be sold while one of these can. */
export const madeOfLinks: Pick<ProductTypeRules, 'isComposite' | 'ownData' | 'composition'> = {
  isComposite: true,
  ownData: sql`exists (select 1 from catalog_product_link l
    where l.product_id = p.id and l.link_type_id = ${sql.lit(ASSOCIATED)})`,
  composition: {
    rows: sql`catalog_product_link as r`,
    whole: sql.ref('r.product_id'),
    component: sql.ref('r.linked_product_id'),
    row: sql.ref('r.link_id'),
    counted: sql`r.link_type_id = ${sql.lit(ASSOCIATED)}`,
  },
};
