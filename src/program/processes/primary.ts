import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isAmong } from '../../kernel/narrow.ts';
import { ANSWER_PATIENCE, type MessageToWorker, type Question, type MessageToPrimary } from './peers.ts';

/** Role of a process: `web` answers requests, `consumer` executes operations. */
const processRoles = ['web', 'consumer'] as const;
type ProcessRole = (typeof processRoles)[number];

/** Environment variable with the role of a process. */
const variable = 'SOUK_ROLE';

/** The role of this process; undefined for the primary process. */
export function roleOfThisProcess(): ProcessRole | undefined {
  const role = process.env[variable];
  return cluster.isWorker && isAmong(processRoles, role) ? role : undefined;
}

/** Milliseconds that a process has to end by itself before it is killed. */
const gracePeriod = 30_000;
/** Milliseconds before a process that ended is replaced; doubled each time the new one ends soon after its start. */
const firstDelay = 100;
const longestDelay = 30_000;
/** Milliseconds after which the delay falls back to `firstDelay`. */
const settledAfter = 10_000;

/** The processes of a server. */
interface Processes {
  /** Address of the web processes. */
  readonly address: string;
  /** Ends all processes; kills those that do not end in time. */
  stop(): Promise<void>;
}

/**
 * Runs this program in processes of its own, `counts` of each role. Replaces processes that end, and passes questions between
 * them. `grace`: milliseconds for which they keep serving after they were told to end.
 */
export async function startProcesses(
  counts: Readonly<Record<ProcessRole, number>>,
  log: Logger,
  grace = 0,
): Promise<Processes> {
  let isStopping = false;
  // Workers share the listening socket: another worker takes over the connections that a killed one had not accepted.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const switchboard = createSwitchboard();
  const start = (role: ProcessRole, delay = firstDelay): Promise<string | undefined> => {
    const begun = Date.now();
    const worker = cluster.fork({ [variable]: role });
    switchboard.connect(worker);
    return new Promise((resolve, reject) => {
      worker.on('message', (message: MessageToPrimary) => {
        if (message.kind === 'ready') resolve(message.address);
      });
      worker.once('exit', (code, signal) => {
        const why = signal ?? `status ${code}`;
        reject(new Error(`a ${role} process ended with ${why}`));
        if (isStopping) return;
        const livedLong = Date.now() - begun > settledAfter;
        log.error({ process: worker.process.pid, role, why }, 'a process ended; another takes its place');
        void restart(role, livedLong ? firstDelay : Math.min(delay * 2, longestDelay));
      });
    });
  };
  const restart = async (role: ProcessRole, delay: number): Promise<void> => {
    await pause(delay);
    // A failure to start is handled by the exit listener.
    if (!isStopping) await start(role, delay).catch(() => {});
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    const workers = Object.values(cluster.workers ?? {});
    await Promise.all(workers.flatMap((worker) => (worker ? [endWorker(worker, grace)] : [])));
  };
  try {
    const roles = processRoles.flatMap((role) => Array<ProcessRole>(counts[role]).fill(role));
    const [address] = await Promise.all(roles.map((role) => start(role)));
    if (address === undefined) throw new Error('no web process has reported its address');
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function endWorker(worker: Worker, grace: number): Promise<void> {
  if (worker.isDead()) return;
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.process.kill('SIGTERM');
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), gracePeriod + grace);
  await ended;
  clearTimeout(timer);
}

interface Round {
  readonly pending: Set<Worker>;
  readonly values: unknown[];
  end(): void;
}

/** Carries questions from each process to all, and the answers back. */
function createSwitchboard(): { connect(worker: Worker): void } {
  const ready = new Set<Worker>();
  const rounds = new Map<number, Round>();
  let last = 0;
  const send = (worker: Worker, message: MessageToWorker): void => {
    // A worker that has just ended does not answer; its `exit` event ends the wait for it.
    if (worker.isConnected()) worker.send(message, () => {});
  };
  const ask = (asker: Worker, askerId: number, question: Question, payload: unknown): void => {
    const id = ++last;
    const end = (): void => {
      if (!rounds.delete(id)) return;
      clearTimeout(timer);
      send(asker, { kind: 'answers', id: askerId, values: round.values });
    };
    const timer = setTimeout(end, ANSWER_PATIENCE);
    const round: Round = { pending: new Set(ready), values: [], end };
    rounds.set(id, round);
    for (const worker of ready) send(worker, { kind: 'question', id, question, payload });
    if (ready.size === 0) end();
  };
  const heard = (worker: Worker, round: Round | undefined): void => {
    if (round?.pending.delete(worker) && round.pending.size === 0) round.end();
  };
  return {
    connect(worker) {
      worker.on('message', (message: MessageToPrimary) => {
        if (message.kind === 'ready') ready.add(worker);
        if (message.kind === 'ask') ask(worker, message.id, message.question, message.payload);
        if (message.kind !== 'reply') return;
        const round = rounds.get(message.id);
        if (!message.failed) round?.values.push(message.value);
        heard(worker, round);
      });
      worker.once('exit', () => {
        ready.delete(worker);
        for (const round of rounds.values()) heard(worker, round);
      });
    },
  };
}
