import * as fc from '../support/properties.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldText } from '../../src/kernel/fold.ts';
import type { SearchCriteria } from '../../src/storage/criteria/criteria.ts';
import { linkedField, type SearchFields } from '../../src/storage/criteria/fields.ts';
import type { Storage } from '../../src/storage/database.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { callOn, searchList } from './calls.ts';
import { evaluate, kinds, type Field, type LinkedRow, type Row } from './evaluate.ts';

declare module '../../src/kernel/merged-types.ts' {
  interface Tables {
    searched: Row;
    searched_colour: { searched_id: number; colour: string };
  }
}

const fields: SearchFields = {
  id: { kind: 'integer', column: 's.id', notNull: true },
  whole: { kind: 'integer' },
  amount: { kind: 'number', column: 's.amount' },
  flag: { kind: 'flag' },
  title: { kind: 'text', column: sql.ref('s.title') },
  code: { kind: 'code' },
  tags: { kind: 'text' },
  created: { kind: 'time' },
  born: { kind: 'date' },
  colour: linkedField(
    'text',
    'c.colour',
    (test) => sql`exists (select 1 from searched_colour as c where c.searched_id = s.id and ${test})`,
  ),
};

/** Letters with and without case, of one to four bytes, and every sign that means something to SQL or to a pattern. */
const letter = fc.constantFrom(...'aAbBéÉßяЯΣσİ😀%_\\, \'"0');
const text = fc.string({ unit: letter, maxLength: 6 });
const whole = fc.oneof(
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER),
);
const amount = fc.integer({ min: -50_000, max: 500_000 }).map((n) => n / 10_000);
const second = fc.date({
  min: new Date('2024-02-27T00:00:00Z'),
  max: new Date('2024-03-02T00:00:00Z'),
  noInvalidDate: true,
});
const time = second.map((date) => date.toISOString().slice(0, 19).replace('T', ' '));
const day = second.map((date) => date.toISOString().slice(0, 10));
const midnight = day.map((date) => `${date} 00:00:00`);
const set = fc
  .array(fc.constantFrom('a', 'A', 'b', '10', '1', '', 'x%', 'é'), { maxLength: 4 })
  .map((s) => s.join(','));

const row: fc.Arbitrary<LinkedRow> = fc.record({
  id: fc.constant(0),
  whole: fc.option(whole),
  amount: fc.option(amount),
  flag: fc.option(fc.constantFrom(0, 1)),
  title: fc.option(text),
  code: fc.option(text.map(foldText)),
  tags: fc.option(set),
  created: fc.option(fc.oneof(time, midnight)),
  born: fc.option(day),
  colours: fc.uniqueArray(text, { maxLength: 3 }),
});
const table = fc.array(row, { maxLength: 25 }).map((rows) => rows.map((r, i) => ({ ...r, id: i + 1 })));

const sentTime = fc.oneof(
  time,
  day,
  time.map((sent) => sent.replace(' ', 'T')),
  time.map((sent) => `${sent.replace(' ', 'T')}Z`),
  time.map((sent) => `${sent.replace(' ', 'T')}+02:00`),
  time.map((sent) => `${sent}.250`),
);
const sent: Record<(typeof kinds)[Field], fc.Arbitrary<string>> = {
  number: fc.oneof(
    whole.map(String),
    amount.map(String),
    fc.constantFrom('', 'abc', '3abc', ' 4', '1.5', '-0', '1e1', '1e30', '-1e30', '9007199254740993'),
  ),
  flag: fc.constantFrom('0', '1', 'true', 'Yes', 'false', '', '2', '0.5'),
  text: fc.oneof(text, set, fc.constantFrom('', '%', 'a%', 'A_', '%é%', '\\%', 'a\\')),
  time: sentTime,
  date: sentTime,
};
const comparing = [
  'eq',
  'neq',
  'gt',
  'gteq',
  'moreq',
  'from',
  'lt',
  'lteq',
  'to',
  'finset',
  'nfinset',
  'null',
  'notnull',
];

function filterOn(field: Field): fc.Arbitrary<{ field: string; value: string; condition_type: string }> {
  const kind = kinds[field];
  const list = fc.array(sent[kind], { minLength: 1, maxLength: 3 }).map((values) => values.join(','));
  const pattern = fc
    .tuple(kind === 'text' ? text : kind === 'number' || kind === 'flag' ? sent.number : time, fc.nat(6))
    .map(([value, n]) => `${value.slice(0, n)}%`);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        field: fc.constant(field),
        value: sent[kind],
        condition_type: fc.constantFrom(...comparing),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ field: fc.constant(field), value: list, condition_type: fc.constantFrom('in', 'nin') }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        field: fc.constant(field),
        value: kind === 'text' ? fc.oneof(pattern, sent.text) : pattern,
        condition_type: fc.constantFrom('like', 'nlike'),
      }),
    },
  );
}

const filter = fc.constantFrom(...(Object.keys(kinds) as Field[])).chain(filterOn);
const criteria: fc.Arbitrary<SearchCriteria> = fc.record(
  {
    filter_groups: fc.array(fc.record({ filters: fc.array(filter, { maxLength: 3 }) }), { maxLength: 3 }),
    sort_orders: fc.array(
      fc.record({
        field: fc.constantFrom(...Object.keys(kinds).filter((field) => field !== 'colour')),
        direction: fc.constantFrom('ASC', 'DESC'),
      }),
      { maxLength: 3 },
    ),
    page_size: fc.integer({ min: -1, max: 7 }),
    current_page: fc.integer({ min: -1, max: 4 }),
  },
  { requiredKeys: ['filter_groups', 'sort_orders'] },
);

describe.each(engines)('criteria compiled for %s', (engine) => {
  let database: TestDatabase;
  let storage: Storage;

  beforeAll(async () => {
    database = await createDatabase(engine);
    storage = await database.open();
    await storage.transaction(async (db) => {
      await db.schema
        .createTable('searched')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('whole', 'integer')
        .addColumn('amount', storage.types.decimal === 'real' ? 'real' : 'double precision')
        .addColumn('flag', 'integer')
        .addColumn('title', 'text')
        .addColumn('code', 'text')
        .addColumn('tags', 'text')
        .addColumn('created', 'text')
        .addColumn('born', 'text')
        .execute();
      await db.schema
        .createTable('searched_colour')
        .addColumn('searched_id', 'integer')
        .addColumn('colour', 'text')
        .execute();
    });
  });
  afterAll(() => database.remove());

  async function fill(rows: readonly LinkedRow[]): Promise<void> {
    await storage.transaction(async (db) => {
      await db.deleteFrom('searched').execute();
      await db.deleteFrom('searched_colour').execute();
      await insertRows(
        db,
        'searched',
        rows.map(({ colours: _colours, ...columns }) => columns),
      );
      const colours = rows.flatMap((r) => r.colours.map((colour) => ({ searched_id: r.id, colour })));
      await insertRows(db, 'searched_colour', colours);
    });
  }

  function search(request: SearchCriteria) {
    const call = callOn(storage);
    return searchList(call, request, {
      base: call.db.selectFrom('searched as s'),
      key: 's.id',
      fields,
      load: async (_, keys: readonly number[]) => keys,
    });
  }

  it('find, sort and count what a plain evaluation of the same rows does', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.array(criteria, { minLength: 1, maxLength: 12 }), async (rows, requests) => {
        await fill(rows);
        for (const request of requests) {
          const { items, total_count } = await search(request);
          expect({ ids: items, total: total_count }, JSON.stringify(request)).toEqual(evaluate(rows, request));
        }
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300) },
    );
  });
});
