import { AsyncLocalStorage } from 'node:async_hooks';
import { Server as HttpServer, type ServerResponse } from 'node:http';
import Sqlite from 'better-sqlite3';
import { Client as PostgresClient } from 'pg';
import { RoundTrips } from '../../bench/postgres/round-trips.ts';

/**
 * Statements that requests send to the database, in order. Those that begin or end a transaction do not count, nor does the
 * comparison of cached versions, which requests share.
 */
export interface StatementCount {
  readonly statements: string[];
  /** Comparisons of cached versions until now. */
  readonly comparisons: number;
  /** PostgreSQL: how often they waited for it, one time after another, until now; beginning and ending transactions included. */
  readonly roundTrips: number;
  /** Forgets what was counted so far. */
  reset(): void;
  /**
   * The statements of a piece of work, once what it needs is in memory: it is done again until two counts agree, since what
   * happens after earlier requests (indexes that follow, other processes' changes) dates anew what is kept, and the clock does.
   * Work that prepares something first calls `reset` once that is done.
   */
  settled(work: () => Promise<unknown>): Promise<string[]>;
  stop(): void;
}

/**
 * Counts, at the drivers, what a server of this process sends to its database while it answers requests; what it does by itself
 * meanwhile (mail, other processes' changes), or later because of a request, does not count.
 */
export function countStatements(): StatementCount {
  const requests = new AsyncLocalStorage<{ isAnswered: boolean }>();
  const statements: string[] = [];
  const trips = new RoundTrips();
  let comparisons = 0;
  const note = (text: string): void => {
    if (requests.getStore()?.isAnswered !== false || /^(begin|commit)\b/.test(text)) return;
    if (/^select cast\(.*sum.* from "cache_version"$/.test(text)) comparisons += 1;
    else statements.push(text);
  };
  const undo = [
    replace(
      HttpServer.prototype,
      'emit',
      (original) =>
        function (this: HttpServer, ...args: unknown[]) {
          const emit = (): unknown => Reflect.apply(original, this, args);
          if (args[0] !== 'request') return emit();
          const request = { isAnswered: false };
          (args[2] as ServerResponse).once('close', () => void (request.isAnswered = true));
          return requests.run(request, emit);
        },
    ),
    ...countSqlite(note),
    replace(
      PostgresClient.prototype,
      'query',
      (original) =>
        function (this: PostgresClient, ...args: unknown[]) {
          const [query] = args;
          note(typeof query === 'string' ? query : String((query as { text?: string }).text));
          const answer: unknown = Reflect.apply(original, this, args);
          if (!requests.getStore() || !(answer instanceof Promise)) return answer;
          const { asked, answered } = trips.connection();
          asked();
          return answer.finally(answered);
        },
    ),
  ];
  return {
    statements,
    get comparisons() {
      return comparisons;
    },
    get roundTrips() {
      return trips.inSequence;
    },
    reset: () => void (statements.length = 0),
    settled: async (work) => {
      for (let last = -1, tries = 0; tries < 20; tries++) {
        statements.length = 0;
        await work();
        if (statements.length === last) return [...statements];
        last = statements.length;
      }
      throw new Error(`another number of statements each time: ${statements.join('\n')}`);
    },
    stop: () => undo.forEach((one) => one()),
  };
}

function countSqlite(note: (text: string) => void): (() => void)[] {
  const database = new Sqlite(':memory:');
  const prototype = Object.getPrototypeOf(database.prepare('select 1')) as Sqlite.Statement;
  database.close();
  return (['all', 'run'] as const).map((name) =>
    replace(
      prototype,
      name,
      (original) =>
        function (this: Sqlite.Statement, ...args: unknown[]) {
          note(this.source);
          return Reflect.apply(original, this, args);
        },
    ),
  );
}

type AnyFunction = (...args: never[]) => unknown;

/** Puts another function in the place of a method; gives what undoes it. */
function replace<T extends object>(target: T, name: keyof T, make: (original: AnyFunction) => unknown): () => void {
  const original = target[name] as AnyFunction;
  target[name] = make(original) as T[keyof T];
  return () => void (target[name] = original as T[keyof T]);
}
