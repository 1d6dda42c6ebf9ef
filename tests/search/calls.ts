import type { SearchCriteria } from '../../src/storage/criteria/criteria.ts';
import { answerList, findList, type ListAnswer, type ListSource } from '../../src/storage/criteria/list.ts';
import { newCall } from '../../src/platform/execution/calls.ts';
import { guest, type Call } from '../../src/kernel/call.ts';
import type { Storage } from '../../src/storage/database.ts';
import { readerOf } from '../support/configuration.ts';

/** A guest's call on `storage`, with these settings. */
export function callOn(storage: Storage, settings: Readonly<Record<string, string>> = {}): Call {
  const config = readerOf((path) => settings[path]);
  const scope = { code: undefined, storeId: 1, websiteId: 1 };
  const platform = { edition: 'open', release: '2.4.8' } as const;
  const clock = { now: () => new Date() };
  return newCall({ storage, services: {}, contributions: {}, config, clock, platform } as never, guest, scope);
}

/** Finds a page and answers it whole. */
export async function searchList<DB, TB extends keyof DB, K, I>(
  call: Call,
  criteria: SearchCriteria,
  source: ListSource<DB, TB, K, I>,
): Promise<ListAnswer<I>> {
  return answerList(await findList(call, criteria, source), undefined);
}
