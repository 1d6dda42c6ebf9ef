import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileOrder, compileWhere } from '../../src/storage/criteria/compile.ts';
import { readCriteria } from '../../src/storage/criteria/criteria.ts';
import type { SearchFields } from '../../src/storage/criteria/fields.ts';
import { nullsFirst } from '../../src/storage/criteria/sql.ts';
import type { Storage } from '../../src/storage/database.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { fold } from '../../src/storage/sql.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { callOn } from './calls.ts';

declare module '../../src/kernel/merged-types.ts' {
  interface Tables {
    parcel: { id: number; title: string; state: string; weight: number | null; sent_at: string };
  }
}

const fields: SearchFields = {
  id: { kind: 'integer', notNull: true },
  title: { kind: 'text', notNull: true },
  state: { kind: 'code', notNull: true },
  weight: { kind: 'number' },
  sent_at: { kind: 'time', notNull: true },
};

describe.each(engines)('on %s an index serves', (engine) => {
  let database: TestDatabase;
  let storage: Storage;

  beforeAll(async () => {
    database = await createDatabase(engine);
    storage = await database.open();
    await storage.transaction(async (db) => {
      await db.schema
        .createTable('parcel')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('weight', storage.types.decimal === 'real' ? 'real' : 'double precision')
        .addColumn('sent_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('by_title').on('parcel').expression(fold('title')).execute();
      await db.schema.createIndex('by_state').on('parcel').column('state').execute();
      await db.schema.createIndex('by_weight').on('parcel').expression(nullsFirst('weight')).column('id').execute();
      await db.schema.createIndex('by_time').on('parcel').column('sent_at').execute();
      const rows = Array.from({ length: 5000 }, (_, i) => ({
        id: i + 1,
        title: `Parcel ${i}`,
        state: `state_${i % 500}`,
        weight: i % 9 === 0 ? null : i / 100,
        sent_at: `2024-01-01 ${String(Math.floor(i / 3600)).padStart(2, '0')}:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`,
      }));
      await insertRows(db, 'parcel', rows);
      await sql`analyze`.execute(db);
    });
  });
  afterAll(() => database.remove());

  it.each([
    ['equality of a text', 'title', 'PARCEL 7', 'eq', 'by_title'],
    ['a list of texts', 'title', 'parcel 7,Parcel 8', 'in', 'by_title'],
    ['a text without wildcards', 'title', 'parcel 7', 'like', 'by_title'],
    ['the start of a text', 'title', 'Parcel 449%', 'like', 'by_title'],
    ['the start of a text and more', 'title', 'Parcel 449_', 'like', 'by_title'],
    ['equality of a code', 'state', 'STATE_7', 'eq', 'by_state'],
    ['a list of codes', 'state', 'state_7,state_8', 'in', 'by_state'],
    ['equality of a key', 'id', '12', 'eq', engine === 'sqlite' ? 'INTEGER PRIMARY KEY' : 'parcel_pkey'],
    ['a list of keys', 'id', '12,13', 'in', engine === 'sqlite' ? 'INTEGER PRIMARY KEY' : 'parcel_pkey'],
    ['a range of numbers', 'weight', '49.9', 'gt', 'by_weight'],
    ['a range of times', 'sent_at', '2024-01-01 01:23:00', 'from', 'by_time'],
  ])('%s', async (_, field, value, condition_type, index) => {
    const call = callOn(storage);
    const { groups } = readCriteria(call, { filter_groups: [{ filters: [{ field, value, condition_type }] }] });
    const query = call.db
      .selectFrom('parcel')
      .selectAll()
      .where(compileWhere(call, fields, groups)!);
    const plan = await (engine === 'sqlite' ? query.explain(undefined, sql`query plan`) : query.explain());
    expect(JSON.stringify(plan)).toContain(index);
  });

  it.each([
    ['title', 'ASC', 'by_title'],
    ['title', 'DESC', 'by_title'],
    ['weight', 'ASC', 'by_weight'],
    ['weight', 'DESC', 'by_weight'],
    ['sent_at', 'DESC', 'by_time'],
  ])('sorting by %s %s', async (field, direction, index) => {
    const call = callOn(storage);
    const { orders } = readCriteria(call, { sort_orders: [{ field, direction }] });
    const query = call.db
      .selectFrom('parcel')
      .selectAll()
      .orderBy(compileOrder(call, fields, orders, 'id'))
      .limit(5);
    const plan = await (engine === 'sqlite' ? query.explain(undefined, sql`query plan`) : query.explain());
    expect(JSON.stringify(plan)).toContain(index);
  });
});
