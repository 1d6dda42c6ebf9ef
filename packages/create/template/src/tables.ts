import { inIds, insertRows, type Call, type Migration } from '@souk/kit';

declare module '@souk/kit' {
  interface Tables {
    /** The handling fees of products. */
    vendor_name_fee: { product_id: number; amount: number };
  }
}

/** The tables of the module. Never change a migration that is published: add one with the next number. */
export const migrations: readonly Migration[] = [
  {
    name: '001-fees',
    up: (db, { decimal }) =>
      db.schema
        .createTable('vendor_name_fee')
        .addColumn('product_id', 'bigint', (column) => column.primaryKey())
        .addColumn('amount', decimal, (column) => column.notNull())
        .execute(),
  },
];

/** The fees of products by product id, in one query; products without a fee are absent. */
export async function feesOf({ db }: Call, productIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db.selectFrom('vendor_name_fee').selectAll().where(inIds('product_id', productIds)).execute();
  return new Map(rows.map(({ product_id, amount }) => [Number(product_id), amount]));
}

/** Sets the fee of a product, in the transaction of the call; 0 removes it. */
export async function setFee({ db }: Call, productId: number, amount: number): Promise<void> {
  if (amount === 0) await db.deleteFrom('vendor_name_fee').where('product_id', '=', productId).execute();
  else {
    const onConflict = { key: ['product_id'], update: ['amount'] } as const;
    await insertRows(db, 'vendor_name_fee', [{ product_id: productId, amount }], { onConflict });
  }
}
