import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { SqlTruth } from '../../storage/criteria/sql.ts';

/** The condition that a stock has an item of a product, on `catalog_product as p`, even an empty one. */
export function hasPieces(call: Call, stockId: number): SqlTruth {
  return sql`exists (select 1 from ${call.services.inventory.piecesIn(call, stockId)} h where h.product_id = p.id)`;
}

/** The condition that a product is composite, on `catalog_product as p`. */
export function isComposite(call: Call): SqlTruth {
  const types = call.contributions.productTypes.flatMap(({ name, isComposite: is }) => (is ? [sql`${name}`] : []));
  return types.length > 0 ? sql`p.type_id in (${sql.join(types)})` : sql`1 = 0`;
}
