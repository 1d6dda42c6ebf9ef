import Sqlite from 'better-sqlite3';
import { Client } from 'pg';
import pino from 'pino';
import { openSouk } from '../../src/program/souk.ts';
import { readSettings } from '../../src/program/environment/settings.ts';
import { parseQuery } from '../../src/faces/webapi/query.ts';
import type { OrdersDatabase } from './fill.ts';
import { orderPages } from './pages.ts';

/** A statement as it went to the database. */
interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Prints, for each page, how many statements it takes and how the database means to answer those on the lists' tables. */
export async function showPlans(database: OrdersDatabase, orders: number): Promise<void> {
  const sent = recordStatements();
  const settings = readSettings({ DATABASE_URL: database.url, SOUK_VAR: database.folder, SOUK_LOG: 'silent' });
  const souk = await openSouk(settings, pino({ level: 'silent' }));
  const explain = database.kind === 'sqlite' ? explainSqlite(database) : await explainPostgres(database);
  for (const { what, path, query } of orderPages(orders)) {
    const { route } = souk.platform.registry.routes.find(
      (one) => one.route.method === 'GET' && one.route.path === path,
    )!;
    const call = souk.systemCall();
    const run = route.handle as (input: unknown, on: typeof call) => Promise<unknown>;
    const { searchCriteria } = parseQuery(query) as { searchCriteria: CriteriaSent };
    const criteria = {
      filter_groups: Object.values(searchCriteria.filter_groups ?? {}).map(({ filters }) => ({
        filters: Object.values(filters),
      })),
      sort_orders: Object.values(searchCriteria.sortOrders ?? {}),
      page_size: 20,
    };
    await run({ searchCriteria: criteria }, call);
    sent.length = 0;
    await run({ searchCriteria: criteria }, call);
    const taken = [...sent];
    console.log(`\n${what}: ${taken.length} statements`);
    for (const statement of taken.slice(0, 2))
      for (const line of await explain.plan(statement)) console.log(`    ${line}`);
  }
  await explain.close();
  await souk.close();
}

interface CriteriaSent {
  readonly filter_groups?: Record<string, { filters: Record<string, unknown> }>;
  readonly sortOrders?: Record<string, unknown>;
}

interface Explainer {
  plan(statement: Sent): Promise<readonly string[]>;
  close(): Promise<void>;
}

function explainSqlite({ folder }: OrdersDatabase): Explainer {
  const db = new Sqlite(`${folder}/souk.db`, { readonly: true });
  db.function('fold', { deterministic: true }, (text: unknown) => (text === null ? null : String(text).toLowerCase()));
  return {
    plan: async ({ text, values }) =>
      db
        .prepare<unknown[], { detail: string }>(`explain query plan ${text}`)
        .all(...values)
        .map(({ detail }) => detail),
    close: async () => void db.close(),
  };
}

async function explainPostgres({ url }: OrdersDatabase): Promise<Explainer> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    plan: async ({ text, values }) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${text}`, [
        ...values,
      ]);
      return rows.map((line) => line['QUERY PLAN']);
    },
    close: () => client.end(),
  };
}

/** Notes at the drivers what this process sends. */
function recordStatements(): Sent[] {
  const sent: Sent[] = [];
  const memory = new Sqlite(':memory:');
  const statement = Object.getPrototypeOf(memory.prepare('select 1')) as Sqlite.Statement;
  memory.close();
  const all = statement.all;
  statement.all = function (this: Sqlite.Statement, ...args: unknown[]) {
    sent.push({ text: this.source, values: args.flat() });
    return Reflect.apply(all, this, args);
  };
  const query = Client.prototype.query as (...args: unknown[]) => unknown;
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [one, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    if (typeof one !== 'string') sent.push({ text: one.text, values: one.values ?? values ?? [] });
    return Reflect.apply(query, this, args);
  } as typeof Client.prototype.query;
  return sent;
}
