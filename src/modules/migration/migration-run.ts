import type { Call } from '../../kernel/call.ts';
import type { Platform } from '../../kernel/platform.ts';
import { isAnyList, objectsOf } from '../../kernel/plain-objects.ts';
import { system } from '../../kernel/system.ts';
import { routeCallerWithin } from '../../platform/execution/call-route.ts';
import { enterSource, findSource, Journal } from './journal.ts';
import { requireEmptyShop } from './kept-ids.ts';
import type { SourceRecord } from './source/record.ts';
import { sourceClient, type SourceAccess, type SourceClient } from './source/client.ts';
import { SourceRefusal } from './source/errors.ts';
import { TrialJournal } from './trial-journal.ts';

/** The outcomes of a kind's records in one run. */
export interface KindCounts {
  created: number;
  changed: number;
  unchanged: number;
  refused: number;
  /** Records of the kind that the run reads; undefined: none yet. */
  total?: number;
}

/** Options of a run that kinds of records read. */
interface RunOptions {
  readonly pageSize: number;
  /** Password hashes of customers by email address; empty: none. */
  readonly passwordHashes: ReadonlyMap<string, string>;
  /** Records that were updated since then are read; undefined: since the begin of the last complete pass. */
  readonly since?: string | undefined;
  /** Whether records keep their ids. Only an empty shop begins with that. */
  readonly keepsIds: boolean;
  /** Whether records are read and nothing is written. */
  readonly isTrial: boolean;
  /** Notified after each page of a kind; `total`: records of the kind that this run reads. */
  readonly onProgress?: (kind: string, handled: number, total: number) => void;
}

/** A store view of the source. */
interface SourceView {
  readonly id: number;
  readonly code: string;
}

/** One run of a migration. */
export interface MigrationRun {
  readonly platform: Platform;
  readonly client: SourceClient;
  readonly journal: Journal;
  readonly options: RunOptions;
  /** A call with all permissions, outside of a transaction. */
  readonly call: Call;
  /** The store views of the source, without the admin's. */
  readonly views: readonly SourceView[];
  /** The settings of the source's store views. */
  readonly configs: readonly SourceRecord[];
  readonly counts: Map<string, KindCounts>;
}

/** Connects to the source and reads its store views. Throws for a wrong address or token, and where ids cannot be kept. */
export async function openRun(platform: Platform, access: SourceAccess, requested: RunOptions): Promise<MigrationRun> {
  const call = platform.newCall(system.caller, system.scope);
  const client = sourceClient(access);
  const views = await client.get('/V1/store/storeViews').catch((error: unknown) => {
    if (error instanceof SourceRefusal && error.status === 401) {
      throw new Error(`${access.address} does not accept the token: ${error.message}`);
    }
    throw error;
  });
  if (!isAnyList(views)) throw new Error(`${access.address} has no REST interface of Magento: no list of store views`);
  const known = await findSource(call, access.address);
  if (requested.keepsIds && !known?.keepsIds) await requireEmptyShop(routeCallerWithin(platform, call));
  // What is moved later from the same shop keeps its ids as well.
  const options = { ...requested, keepsIds: requested.keepsIds || known?.keepsIds === true };
  const journal = options.isTrial
    ? new TrialJournal(known?.id)
    : new Journal(await enterSource(call, access.address, options.keepsIds));
  return {
    platform,
    client,
    journal,
    options,
    call,
    views: objectsOf(views)
      .map(({ id, code }) => ({ id: Number(id), code: String(code) }))
      .filter(({ id }) => id !== 0),
    configs: objectsOf(await client.get('/V1/store/storeConfigs')),
    counts: new Map(),
  };
}

/** Notes that a page of a kind was handled, of `total` records of the kind that this run reads. */
export function noteProgress(run: MigrationRun, kind: string, handled: number, total: number): void {
  countsOf(run, kind).total = total;
  run.options.onProgress?.(kind, handled, total);
}

/** The number of records of a kind that this run has handled. */
export function handledOf(run: MigrationRun, kind: string): number {
  const { created, changed, unchanged, refused } = countsOf(run, kind);
  return created + changed + unchanged + refused;
}

/** The counts of a kind in this run. */
export function countsOf({ counts }: MigrationRun, kind: string): KindCounts {
  let found = counts.get(kind);
  if (!found) counts.set(kind, (found = { created: 0, changed: 0, unchanged: 0, refused: 0 }));
  return found;
}
