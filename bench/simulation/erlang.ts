/** A station with several servers and one queue, as queueing theory knows it (M/M/c): arrivals by chance, exponential service. */
interface Load {
  /** Arrivals a second. */
  readonly rate: number;
  /** Mean seconds of service. */
  readonly service: number;
  readonly servers: number;
}

/** What theory says of such a station. Infinite where more comes than can be served. */
interface Waiting {
  /** Part of the time that a server is busy. */
  readonly utilisation: number;
  /** The chance that a job waits at all (Erlang's C). */
  readonly chance: number;
  /** Mean seconds in the queue, service not counted. */
  readonly meanWait: number;
}

/** The closed form of an M/M/c station. */
export function waitingOf({ rate, service, servers }: Load): Waiting {
  const offered = rate * service;
  const utilisation = offered / servers;
  if (utilisation >= 1) return { utilisation, chance: 1, meanWait: Infinity };
  // Erlang's B by its recursion, which needs no factorials; C follows from it.
  let blocked = 1;
  for (let n = 1; n <= servers; n++) blocked = (offered * blocked) / (n + offered * blocked);
  const chance = blocked / (1 - utilisation * (1 - blocked));
  return { utilisation, chance, meanWait: (chance * service) / (servers * (1 - utilisation)) };
}

/** Seconds that a part of the jobs (0 to 1) waits at most at such a station. */
export function waitQuantile(load: Load, part: number): number {
  const { chance, utilisation } = waitingOf(load);
  if (utilisation >= 1) return Infinity;
  if (chance <= 1 - part) return 0;
  return (Math.log(chance / (1 - part)) * load.service) / (load.servers * (1 - utilisation));
}
