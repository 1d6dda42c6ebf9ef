import type { Call } from '../../kernel/call.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import type { NamedDocument } from '../sales/total-extensions.ts';
import type { CustomFeeDocumentRow } from './tables.ts';

/** Returns a function that records the document with an order's fees; `fees`: the name of their sum. */
export function noteIn(column: 'invoice_id' | 'creditmemo_id', fees: string) {
  return async (call: Call, { id: order_id }: StoredOrder, _: unknown, { id }: NamedDocument): Promise<void> => {
    await call.db
      .insertInto('custom_fee_document')
      .values({ order_id, fees, [column]: id })
      .onConflict((conflict) => conflict.columns(['order_id', 'fees']).doUpdateSet({ [column]: id }))
      .execute();
  };
}

const documentsOf = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('custom_fee_document').selectAll().where(inIds('order_id', p.ids)),
);

/** The documents in which the fees of orders are; no query without orders. */
export async function readDocuments(
  call: Call,
  orders: readonly StoredOrder[],
): Promise<readonly CustomFeeDocumentRow[]> {
  return orders.length > 0 ? documentsOf(call.db, { ids: orders.map(({ id }) => id) }) : [];
}
