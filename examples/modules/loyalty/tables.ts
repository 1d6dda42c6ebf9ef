import { findList, platformErrors, type Call, type FoundList, type Migration, type SearchCriteria } from '@souk/kit';

declare module '@souk/kit' {
  interface Tables {
    /** The points of customers. */
    acme_loyalty_points: { customer_id: number; points: number };
  }
}

/** The tables of the module. */
export const migrations: readonly Migration[] = [
  {
    name: '001-points',
    up: (db) =>
      db.schema
        .createTable('acme_loyalty_points')
        .addColumn('customer_id', 'integer', (column) => column.primaryKey())
        .addColumn('points', 'integer', (column) => column.notNull())
        .execute(),
  },
];

/** The points of a customer. */
export async function pointsOf({ db }: Call, customerId: number): Promise<number> {
  const row = await db
    .selectFrom('acme_loyalty_points')
    .select('points')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.points ?? 0;
}

/** Adds points to a customer's, in the transaction of the call. */
export async function addPoints({ db }: Call, customerId: number, points: number): Promise<void> {
  await db
    .insertInto('acme_loyalty_points')
    .values({ customer_id: customerId, points })
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .doUpdateSet(({ eb }) => ({ points: eb('acme_loyalty_points.points', '+', points) })),
    )
    .execute();
}

/** Takes points from a customer's. Throws when there are fewer, also when several orders spend them at the same time. */
export async function takePoints({ db }: Call, customerId: number, points: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('acme_loyalty_points')
    .set(({ eb }) => ({ points: eb('points', '-', points) }))
    .where('customer_id', '=', customerId)
    .where('points', '>=', points)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw platformErrors.invalidValue({ fieldName: 'points', value: points });
}

/** A customer and the points of the customer. */
interface Balance {
  readonly customer_id: number;
  readonly email: string;
  readonly points: number;
}

/** Lists customers with their points. */
export function listBalances(call: Call, criteria: SearchCriteria): Promise<FoundList<Balance>> {
  const balances = call.db
    .selectFrom('acme_loyalty_points')
    .innerJoin('customer_entity', 'customer_entity.id', 'acme_loyalty_points.customer_id');
  return findList(call, criteria, {
    base: balances,
    key: 'acme_loyalty_points.customer_id',
    fields: {
      customer_id: { kind: 'integer', notNull: true, column: 'acme_loyalty_points.customer_id' },
      email: { kind: 'text', notNull: true, column: 'customer_entity.email' },
      points: { kind: 'integer', notNull: true, column: 'acme_loyalty_points.points' },
    },
    load: async (_, ids: readonly number[]) => {
      const rows = await balances.select(['customer_id', 'email', 'points']).where('customer_id', 'in', ids).execute();
      return new Map(rows.map((row) => [row.customer_id, row]));
    },
  });
}
