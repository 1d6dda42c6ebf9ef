import type { Insertable, Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { elementAt } from '../../kernel/lists.ts';
import { preparedWrite, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import { addLatencies, type Latencies } from './latency.ts';
import { addRoutes, namedRoutes, type RouteCounts } from './route-counts.ts';
import type { OverviewSampleTable } from './tables.ts';

const MINUTE = 60_000;
/** After this many milliseconds samples become minutes: spans up to an hour are shown in finer steps. */
const FINE = 61 * MINUTE;
/** How long minutes are stored, with the oldest step of the longest span. */
const RETENTION = 24 * 60 * MINUTE + 10 * MINUTE;
/** Folded samples are longer than this many seconds, others shorter. */
const FOLDED = 60;

const forget = preparedWrite((db, p: Params<{ before: number }>) =>
  db.deleteFrom('overview_sample').where('started_at', '<', p.before),
);

/** Folds samples that have grown old into one a minute and process, and forgets those of more than a day ago. */
export async function foldSamples(call: Call, now: number): Promise<void> {
  const before = Math.floor((now - FINE) / MINUTE) * MINUTE;
  await call.transaction(async ({ db }) => {
    await forget(db, { before: now - RETENTION });
    // The process that deletes a sample folds it, so that only one of several does.
    const old = await db
      .deleteFrom('overview_sample')
      .where('started_at', '<', before)
      .where('seconds', '<', FOLDED)
      .returningAll()
      .execute();
    await insertRows(db, 'overview_sample', foldedOf(old));
  });
}

function foldedOf(samples: readonly Selectable<OverviewSampleTable>[]): Insertable<OverviewSampleTable>[] {
  const minutes = Map.groupBy(samples, (one) => `${Math.floor(one.started_at / MINUTE)} ${one.process}`);
  return [...minutes.values()].map((of) => {
    const first = elementAt(of, 0);
    const latencies: Latencies = {};
    const routes: RouteCounts = {};
    for (const one of of) {
      addLatencies(latencies, parseJson(one.latencies));
      addRoutes(routes, parseJson(one.routes));
    }
    const sum = (name: 'requests' | 'refused' | 'failed' | 'cpu' | 'seconds'): number =>
      of.reduce((total, one) => total + one[name], 0);
    return {
      started_at: Math.floor(first.started_at / MINUTE) * MINUTE,
      seconds: Math.max(FOLDED, sum('seconds')),
      process: first.process,
      requests: sum('requests'),
      refused: sum('refused'),
      failed: sum('failed'),
      latencies: JSON.stringify(latencies),
      routes: JSON.stringify(namedRoutes(routes)),
      cpu: sum('cpu'),
      memory: Math.max(...of.map(({ memory }) => memory)),
      lag: Math.max(...of.map(({ lag }) => lag)),
    };
  });
}
