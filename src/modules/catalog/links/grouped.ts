import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import type { ProductTypeRules } from '../products/product-types.ts';
import { ASSOCIATED } from './link.ts';

/** Product status of the interface: sold, if in stock. */
const ENABLED = 1;

/** A grouped product is sold as its parts, each by itself: one that can be sold is enough. */
export const groupedType: ProductTypeRules = {
  name: 'grouped',
  label: 'Grouped Product',
  sortOrder: 50,
  isComposite: true,
  ownData: sql`exists (select 1 from catalog_product_link l
    where l.product_id = p.id and l.link_type_id = ${sql.lit(ASSOCIATED)})`,
  composition: {
    rows: sql`catalog_product_link as r`,
    whole: sql.ref('r.product_id'),
    part: sql.ref('r.linked_product_id'),
    counted: sql`r.link_type_id = ${sql.lit(ASSOCIATED)}`,
  },
  async parts(call, productIds) {
    const parts = await groupedParts(call, productIds);
    return new Map([...parts].map(([id, members]) => [id, [members.map((member) => member.id)]]));
  },
};

/** A part of a grouped product. */
export interface GroupedPart {
  readonly id: number;
  /** How many pieces of it are taken unless told otherwise. */
  readonly qty: number;
}

const enabledParts = prepared((db, p: Params<{ ids: readonly number[]; type: number; status: number }>) =>
  db
    .selectFrom('catalog_product_link as l')
    .innerJoin('catalog_product as p', 'p.id', 'l.linked_product_id')
    .select(['l.product_id', 'l.linked_product_id', 'l.qty'])
    .where(inIds('l.product_id', p.ids))
    .where('l.link_type_id', '=', p.type)
    .where('p.status', '=', p.status)
    .orderBy('l.position')
    .orderBy('l.link_id'),
);

/** The enabled parts of grouped products, in order, in one query; by the id of the grouped product. */
export async function groupedParts(call: Call, productIds: readonly number[]): Promise<Map<number, GroupedPart[]>> {
  const found = new Map<number, GroupedPart[]>();
  if (productIds.length === 0) return found;
  const rows = await enabledParts(call.db, { ids: productIds, type: ASSOCIATED, status: ENABLED });
  for (const { product_id, linked_product_id, qty } of rows) {
    const part = { id: linked_product_id, qty: qty ?? 0 };
    const parts = found.get(product_id);
    if (parts) parts.push(part);
    else found.set(product_id, [part]);
  }
  return found;
}
