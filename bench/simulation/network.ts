import { quantile } from '../soak/trend.ts';

/** A tier: servers that work on what has come to it. */
export interface Station {
  readonly name: string;
  readonly servers: number;
  /** Whether each server has a queue of its own, as processes have that connections are spread over; a job stays with its server. */
  readonly isSplit?: boolean;
}

/** A kind of jobs, which go from station to station. */
export interface JobClass {
  readonly name: string;
  /** Arrivals a second, by chance (Poisson). */
  readonly rate: number;
  /** Where they go one after the other, and mean seconds of service there (exponential). */
  readonly visits: readonly { readonly station: string; readonly service: number }[];
}

/** Figures of a station or a class, times in seconds. */
interface Figures {
  readonly count: number;
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
}

/** What came out of a simulation. */
interface Outcome {
  /** By station: part of the time that a server was busy, and what was waited there. */
  readonly stations: Readonly<Record<string, Figures & { readonly utilisation: number }>>;
  /** By class: from arrival to end. */
  readonly classes: Readonly<Record<string, Figures>>;
}

interface Job {
  readonly kind: number;
  readonly begun: number;
  readonly lane: number;
  visit: number;
  /** When it came to the present station. */
  came: number;
}

interface Tier {
  readonly free: number[];
  readonly queues: Job[][];
  readonly heads: number[];
  readonly waits: number[];
  busy: number;
}

interface Event {
  readonly at: number;
  /** The job whose service ends; undefined: an arrival of the class. */
  readonly job?: Job;
  readonly kind: number;
}

/** Simulates the stations event by event for so many seconds, of which the first tenth is not counted. The same seed gives the same. */
export function simulateNetwork(
  stations: readonly Station[],
  classes: readonly JobClass[],
  seconds: number,
  seed = 1,
): Outcome {
  const random = generator(seed);
  const exponential = (mean: number): number => -mean * Math.log(1 - random());
  const warmUp = seconds / 10;
  const tiers = new Map(stations.map((station) => [station.name, emptyTier(station)]));
  const responses: number[][] = classes.map(() => []);
  const events = new EventQueue();
  const start = (job: Job, now: number): void => {
    const { station, service } = classes[job.kind]!.visits[job.visit]!;
    const tier = tiers.get(station)!;
    const time = exponential(service);
    if (now >= warmUp) tier.waits.push(now - job.came);
    tier.busy += Math.max(0, Math.min(now + time, seconds) - Math.max(now, warmUp));
    events.push({ at: now + time, job, kind: job.kind });
  };
  const arrive = (job: Job, now: number): void => {
    const { station } = classes[job.kind]!.visits[job.visit]!;
    const tier = tiers.get(station)!;
    const lane = job.lane % tier.free.length;
    job.came = now;
    if (tier.free[lane]! > 0) {
      tier.free[lane]! -= 1;
      start(job, now);
    } else tier.queues[lane]!.push(job);
  };
  const leave = (job: Job, now: number): void => {
    const tier = tiers.get(classes[job.kind]!.visits[job.visit]!.station)!;
    const lane = job.lane % tier.free.length;
    const next = takeFirst(tier, lane);
    if (next) start(next, now);
    else tier.free[lane]! += 1;
    job.visit += 1;
    if (job.visit < classes[job.kind]!.visits.length) arrive(job, now);
    else if (job.begun >= warmUp) responses[job.kind]!.push(now - job.begun);
  };
  for (const [kind, { rate }] of classes.entries()) if (rate > 0) events.push({ at: exponential(1 / rate), kind });
  for (let event = events.pop(); event && event.at < seconds; event = events.pop()) {
    const { at, job, kind } = event;
    if (job) leave(job, at);
    else {
      events.push({ at: at + exponential(1 / classes[kind]!.rate), kind });
      arrive({ kind, begun: at, lane: Math.floor(random() * 2 ** 30), visit: 0, came: at }, at);
    }
  }
  const measured = seconds - warmUp;
  return {
    stations: Object.fromEntries(
      stations.map(({ name, servers }) => {
        const { waits, busy } = tiers.get(name)!;
        return [name, { ...figuresOf(waits), utilisation: busy / measured / servers }];
      }),
    ),
    classes: Object.fromEntries(classes.map(({ name }, i) => [name, figuresOf(responses[i]!)])),
  };
}

function emptyTier({ servers, isSplit }: Station): Tier {
  const lanes = isSplit ? servers : 1;
  return {
    free: Array.from({ length: lanes }, () => servers / lanes),
    queues: Array.from({ length: lanes }, () => []),
    heads: Array.from({ length: lanes }, () => 0),
    waits: [],
    busy: 0,
  };
}

/** Takes the job that has waited longest; without moving the others each time. */
function takeFirst(tier: Tier, lane: number): Job | undefined {
  const queue = tier.queues[lane]!;
  const job = queue[tier.heads[lane]!];
  if (!job) return undefined;
  tier.heads[lane]! += 1;
  if (tier.heads[lane]! > 1000) {
    queue.splice(0, tier.heads[lane]);
    tier.heads[lane] = 0;
  }
  return job;
}

function figuresOf(times: readonly number[]): Figures {
  const mean = times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length);
  return { count: times.length, mean, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** Events by their time: a binary heap. */
class EventQueue {
  readonly #events: Event[] = [];

  push(event: Event): void {
    const events = this.#events;
    let i = events.push(event) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (events[parent]!.at <= event.at) break;
      events[i] = events[parent]!;
      i = parent;
    }
    events[i] = event;
  }

  pop(): Event | undefined {
    const events = this.#events;
    const first = events[0];
    const last = events.pop();
    if (!first || !last || events.length === 0) return first;
    let i = 0;
    for (;;) {
      const left = 2 * i + 1;
      if (left >= events.length) break;
      const child = left + 1 < events.length && events[left + 1]!.at < events[left]!.at ? left + 1 : left;
      if (events[child]!.at >= last.at) break;
      events[i] = events[child]!;
      i = child;
    }
    events[i] = last;
    return first;
  }
}

/** Numbers from 0 to 1 by chance: mulberry32. */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
