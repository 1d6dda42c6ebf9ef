import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StreamedList } from '../../src/kernel/encode.ts';
import type { SearchCriteria } from '../../src/storage/criteria/criteria.ts';
import { answerList, findList, type ListAnswer } from '../../src/storage/criteria/list.ts';
import type { SearchFields } from '../../src/storage/criteria/fields.ts';
import type { Storage } from '../../src/storage/database.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { callOn, searchList } from './calls.ts';

interface Shelf {
  id: number;
  title: string | null;
  state: string;
  size: number | null;
}

declare module '../../src/kernel/merged-types.ts' {
  interface Tables {
    shelf: Shelf;
  }
}

const fields: SearchFields = {
  id: { kind: 'integer', column: 'shelf.id' },
  title: { kind: 'text' },
  state: { kind: 'code', notNull: true },
  size: { kind: 'number' },
  half: { kind: 'integer', order: () => sql`(shelf.id % 2)`, filter: ({ on }) => on(sql`(shelf.id % 2)`) },
  secret: { kind: 'integer', column: 'id', order: false },
};
const ROWS = 450;

describe.each(engines)('a list on %s', (engine) => {
  let database: TestDatabase;
  let storage: Storage;
  let loads: (readonly number[])[] = [];
  let totals = 0;

  beforeAll(async () => {
    database = await createDatabase(engine);
    storage = await database.open();
    await storage.transaction(async (db) => {
      await db.schema
        .createTable('shelf')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('title', 'text')
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('size', storage.types.decimal === 'real' ? 'real' : 'double precision')
        .execute();
      const rows = Array.from({ length: ROWS }, (_, i) => ({
        id: i + 1,
        title: i % 10 === 0 ? null : `Shelf ${i}`,
        state: i % 3 === 0 ? 'new' : 'old',
        size: i % 7 === 0 ? null : i % 5,
      }));
      await insertRows(db, 'shelf', rows);
    });
  });
  afterAll(() => database.remove());

  async function search(criteria: SearchCriteria): Promise<ListAnswer<{ id: number }>> {
    [loads, totals] = [[], 0];
    const call = callOn(storage);
    return searchList(call, criteria, {
      base: call.db.selectFrom('shelf'),
      key: 'shelf.id',
      fields,
      load: async (_, keys: readonly number[]) => {
        loads.push(keys);
        return new Map(keys.toReversed().map((id) => [id, { id }]));
      },
      total: async () => {
        totals++;
        return ROWS;
      },
    });
  }
  const ids = (answer: ListAnswer<{ id: number }>): number[] => answer.items.map(({ id }) => id);
  const only = (field: string, value: string, condition_type = 'eq'): SearchCriteria => ({
    filter_groups: [{ filters: [{ field, value, condition_type }] }],
  });

  it('gives a page in order, whatever order its items are loaded in', async () => {
    const answer = await search({ page_size: 3, current_page: 2 });
    expect(answer).toEqual({
      items: [{ id: 4 }, { id: 5 }, { id: 6 }],
      search_criteria: { filter_groups: [], page_size: 3, current_page: 2 },
      total_count: ROWS,
    });
    expect(Object.keys(answer)).toEqual(['items', 'search_criteria', 'total_count']);
  });

  it('counts only where the page does not tell the total', async () => {
    await search({ page_size: 10 });
    expect(totals).toBe(1);
    const last = await search({ page_size: 400, current_page: 2 });
    expect([last.total_count, totals]).toEqual([ROWS, 0]);
    const all = await search({});
    expect([all.total_count, totals]).toEqual([ROWS, 0]);
  });

  it('is empty beyond the last page, and still tells the total', async () => {
    for (const current_page of [46, 9_999, Number.MAX_SAFE_INTEGER]) {
      expect(await search({ page_size: 10, current_page })).toMatchObject({ items: [], total_count: ROWS });
      expect(loads).toEqual([]);
    }
    expect(await search({ ...only('state', 'none'), page_size: 5 })).toMatchObject({ items: [], total_count: 0 });
  });

  it('goes through equal rows in one order, so that pages neither repeat nor leave out a row', async () => {
    for (const direction of ['ASC', 'DESC']) {
      const seen: number[] = [];
      for (let current_page = 1; current_page <= 5; current_page++) {
        const sort_orders = [{ field: 'state', direction }];
        seen.push(...ids(await search({ sort_orders, page_size: 100, current_page })));
      }
      expect(new Set(seen).size).toBe(ROWS);
      const inState = seen.filter((id) => id % 3 === 1);
      expect(inState).toEqual(inState.toSorted((a, b) => (direction === 'ASC' ? a - b : b - a)));
    }
  });

  it('streams what is longer than a chunk, a chunk at a time', async () => {
    const { items, total_count } = await search({ sort_orders: [{ field: 'id', direction: 'DESC' }] });
    expect(items).toBeInstanceOf(StreamedList);
    expect(loads).toEqual([]);
    const all = (await (items as unknown as StreamedList).collect()) as { id: number }[];
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: ROWS }, (_, i) => ROWS - i));
    expect(loads.map((keys) => keys.length)).toEqual([200, 200, 50]);
    expect(total_count).toBe(ROWS);
  });

  it('leaves out an item that is gone by the time it is loaded', async () => {
    const call = callOn(storage);
    const source = { base: call.db.selectFrom('shelf'), key: 'shelf.id', fields };
    const load = async (_: unknown, keys: readonly number[]) => new Map(keys.filter((k) => k !== 2).map((k) => [k, k]));
    expect((await searchList(call, { page_size: 3 }, { ...source, load })).items).toEqual([1, 3]);
  });

  it('shows items in the order in which they were found, chunk by chunk, and none where none are wanted', async () => {
    const call = callOn(storage);
    const source = {
      base: call.db.selectFrom('shelf'),
      key: 'shelf.id',
      fields,
      load: async (_: unknown, keys: readonly number[]) => new Map(keys.map((id) => [id, { id }])),
    };
    const shown: number[] = [];
    const show = (found: readonly { id: number }[]): string[] => {
      shown.push(found.length);
      return found.map(({ id }) => `Shelf ${id}`);
    };
    const long = await answerList(await findList(call, {}, source), undefined, show);
    expect(await (long.items as unknown as StreamedList).collect()).toEqual(
      Array.from({ length: ROWS }, (_, i) => `Shelf ${i + 1}`),
    );
    expect(shown).toEqual([200, 200, 50]);
    const short = await answerList(await findList(call, { page_size: 2 }, source), undefined, show);
    expect(short.items).toEqual(['Shelf 1', 'Shelf 2']);
    const counted = await answerList(await findList(call, {}, source), new Map([['total_count', true]]), show);
    expect(counted).toMatchObject({ items: [], total_count: ROWS });
    expect(shown).toEqual([200, 200, 50, 2]);
  });

  it('is in its own order when none is asked for', async () => {
    const call = callOn(storage);
    const answer = await searchList(
      call,
      { page_size: 2 },
      {
        base: call.db.selectFrom('shelf'),
        key: 'shelf.id',
        fields,
        defaultSort: [{ field: 'half', direction: 'DESC' }],
        load: async (_, keys: readonly number[]) => keys,
      },
    );
    expect(answer.items).toEqual([449, 447]);
  });

  it('takes conditions and orders that a field makes itself', async () => {
    const sort_orders = [{ field: 'half', direction: 'DESC' }];
    expect(ids(await search({ ...only('half', '1'), sort_orders, page_size: 2 }))).toEqual([449, 447]);
  });

  it.each(['nope', 'constructor', '__proto__', 'title; drop table shelf'])('refuses the field %s', async (name) => {
    await expect(search(only(name, '1'))).rejects.toMatchObject({ kind: 'input', parameters: [name] });
  });

  it('refuses to sort by a field that has no order or does not exist', async () => {
    for (const field of ['secret', 'nope']) {
      await expect(search({ sort_orders: [{ field }] })).rejects.toMatchObject({ parameters: [field] });
    }
  });

  it('refuses a time that is none, and takes any text for a number', async () => {
    const call = callOn(storage);
    const source = {
      base: call.db.selectFrom('shelf'),
      key: 'shelf.id',
      fields: { made: { kind: 'time', column: 'title' } } as const,
      load: async (_: unknown, keys: readonly number[]) => keys,
    };
    for (const value of ['abc', '2024-13-01', '2023-02-29', '2024-02-29 24:00:00', '2024-1']) {
      const message = 'Invalid value of "%value" provided for the %fieldName field.';
      const refused = { kind: 'input', message, parameters: { value, fieldName: 'made' } };
      await expect(searchList(call, only('made', value), source)).rejects.toMatchObject(refused);
    }
    expect((await search(only('id', 'abc'))).total_count).toBe(0);
    expect((await search(only('id', '7abc'))).total_count).toBe(1);
  });

  it('takes texts that mean something to SQL, to patterns and to the database as what they are', async () => {
    for (const value of [
      "'",
      '"',
      '\0',
      '\\',
      '%',
      '_',
      '--',
      '\u{10FFFF}',
      '\uD800',
      "') or 1=1 --",
      '$1',
      '?',
      '%\0',
    ]) {
      for (const type of ['eq', 'like', 'in', 'finset', 'gt', 'nlike']) await search(only('title', value, type));
    }
    expect((await search(only('title', 'sHELF 1_', 'like'))).total_count).toBe(9);
    expect((await search(only('title', 'shelf 1\\_', 'like'))).total_count).toBe(0);
  });
});
