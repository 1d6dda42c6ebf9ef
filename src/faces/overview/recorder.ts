import { hostname } from 'node:os';
import type { Insertable } from 'kysely';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { insertRows } from '../../storage/rows.ts';
import { foldSamples } from './fold.ts';
import { countLatency, type Latencies } from './latency.ts';
import { namedRoutes, type RouteCounts } from './route-counts.ts';
import type { OverviewSampleTable } from './tables.ts';

/** Seconds that a process counts before it writes them down. */
const SAMPLE = 10;
/** How often the delay of the event loop is looked at, in milliseconds. */
const LOOK = 100;

/** Counts the activity of this process, and stores the figures. */
interface OverviewRecorder extends Worker {
  /** Counts an answered request. */
  request(labels: CountedLabels, seconds: number): void;
  /** Stores the counts since the last write. */
  write(): Promise<void>;
}

interface CountedLabels {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** Whether its duration includes waiting for something to happen; it is no latency then. */
  readonly waits?: boolean;
}

/** Starts to count for the overview. */
export function startOverview(platform: Platform): OverviewRecorder {
  const name = `${hostname()}:${process.pid}`;
  let counted = nothing();
  const watch = setInterval(() => {
    const now = performance.now();
    counted.lag = Math.max(counted.lag, now - counted.due);
    counted.due = now + LOOK;
  }, LOOK).unref();
  const write = async (): Promise<void> => {
    const { at, cpu, lag, latencies, requests, refused, failed } = counted;
    const used = process.cpuUsage(cpu);
    const row: Insertable<OverviewSampleTable> = {
      started_at: at,
      seconds: Math.max(1, Math.round((Date.now() - at) / 1000)),
      process: name,
      requests,
      refused,
      failed,
      latencies: JSON.stringify(latencies),
      routes: JSON.stringify(namedRoutes(counted.routes)),
      cpu: Math.round((used.user + used.system) / 1000),
      memory: Math.round(process.memoryUsage.rss() / 1024),
      lag: Math.round(lag * 1000),
    };
    counted = nothing();
    const call = platform.newCall(system.caller, system.scope);
    await call.transaction(({ db }) => insertRows(db, 'overview_sample', [row]));
    await foldSamples(call, Date.now());
  };
  const repeated = startRepeating({
    turn: write,
    interval: SAMPLE * 1000,
    pausesFirst: true,
    failed: (error) => platform.log.warn({ err: error }, 'the overview was not written'),
  });
  return {
    write,
    request({ method, route, status, waits }, seconds) {
      counted.requests += 1;
      if (status >= 500) counted.failed += 1;
      else if (status >= 400) counted.refused += 1;
      if (!waits) countLatency(counted.latencies, seconds * 1000);
      const ofRoute = (counted.routes[`${method} ${route}`] ??= [0, 0]);
      ofRoute[0] += 1;
      if (status >= 500) ofRoute[1] += 1;
    },
    async stop() {
      clearInterval(watch);
      await repeated.stop();
    },
  };
}

function nothing() {
  const latencies: Latencies = {};
  const routes: RouteCounts = {};
  const due = performance.now() + LOOK;
  return {
    at: Date.now(),
    cpu: process.cpuUsage(),
    due,
    lag: 0,
    requests: 0,
    refused: 0,
    failed: 0,
    latencies,
    routes,
  };
}
