import { readFileSync, writeFileSync } from 'node:fs';

/** What one call, operation or change takes, in milliseconds of processor. */
export interface Cost {
  /** Of the process of Souk that does it. */
  readonly souk: number;
  /** Of PostgreSQL's process that serves it. */
  readonly database: number;
}

/** What was measured on one machine on one day; `npm run bench -- costs` writes it. */
export interface Costs {
  readonly date: string;
  readonly machine: string;
  readonly calls: {
    /** A category page of the storefront that is kept in memory, and one that is made anew. */
    readonly keptPage: Cost;
    readonly freshPage: Cost;
    readonly search: Cost;
    readonly productByRest: Cost;
    /** One of the requests of a guest's checkout of ten items. */
    readonly checkoutRequest: Cost;
  };
  readonly operations: { readonly create: Cost; readonly price: Cost };
  /** Milliseconds that the one sequencer of the change log takes for a change. */
  readonly sequencedChange: number;
  /** Commits a second of one small row each that PostgreSQL made there durable: one by one, and of 32 connections. */
  readonly commits: { readonly alone: number; readonly together: number };
  /** Milliseconds that the call which places an order takes when nothing else goes on: its rows of stock are held no longer. */
  readonly placeOrder: number;
  /** Bytes of database for a product with its indexes, and for an order of ten items. */
  readonly bytes: { readonly product: number; readonly order: number };
  /** One run of category pages made anew at a fixed rate with arrivals by chance, on one web process. */
  readonly point: {
    readonly rate: number;
    readonly utilisation: number;
    readonly p50: number;
  };
}

const FILE = new URL('../costs.json', import.meta.url);

/** The costs that were measured last. */
export function readCosts(): Costs {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Costs;
}

/** Writes measured costs over those that are kept; figures of three digits do. */
export function writeCosts(costs: Costs): void {
  const round = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(3)) : value;
  writeFileSync(FILE, `${JSON.stringify(costs, round, 2)}\n`);
}
