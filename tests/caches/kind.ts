import type { Client } from '../support/souk.ts';

/** A change that the walk makes by REST. */
export interface RestChange {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Whether it has no asynchronous form. */
  readonly isSynchronousOnly?: boolean;
}

/** A command line of `souk`. */
export type CommandChange = readonly string[];

/** One kind of cached data, with a way to change it and to read it. */
export interface CachedKind {
  /** The cache, as `docs/design/caches.md` names it. */
  readonly cache: string;
  /** The change of a round, and the value that has to be read after it. */
  change(round: number): { readonly by: RestChange | CommandChange; readonly expected: unknown };
  /** Reads the value through a process. */
  read(client: Client): Promise<unknown>;
}

/** The caches that the walk changes through one process and reads through another. */
export const walkedCaches = [
  'eav-attributes',
  'eav-sets',
  'eav-optioned-attributes',
  'REST responses',
  'encoded list items',
  'GraphQL responses',
  'search results',
  'searches',
  'product-overrides',
  'tax-rates',
  'sales-rules',
  'custom-fees',
  'customer-groups',
  'tax-classes',
  'access_accounts',
  'configuration',
  'settings put together',
  'stores',
  'currency-rates',
  'call recording',
  'hooks',
  'stock-network',
  'access_revocations',
] as const;
