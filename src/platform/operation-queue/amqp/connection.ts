import { hostname } from 'node:os';
import type { ChannelModel } from 'amqplib';
import type { Logger } from 'pino';
import { declareTopology, type Queues } from './topology.ts';

/** Seconds between heartbeats; after two without an answer the other side counts as gone. */
const heartbeat = 10;
/** Milliseconds between attempts to connect: at first, and at most after doubling. */
const firstDelay = 100;
const longestDelay = 10_000;
const connectTimeout = 10_000;
/** Milliseconds to wait for the other side's answer to a close. */
const closeTimeout = 2000;

/** The connection of this process to the message broker; it is opened again whenever it is lost. */
export interface AmqpConnection {
  /** The queues of this installation. */
  readonly queues: Queues;
  /** Undefined while there is no connection. */
  readonly current: ChannelModel | undefined;
  /** Whether the broker refuses messages at the moment, because it is short of memory or disk. */
  readonly isBlocked: boolean;
  /** Resolves when the first attempt to connect has succeeded or failed. */
  settled(): Promise<void>;
  /** Calls `use` with the present connection, and with every later one. */
  onConnect(use: (model: ChannelModel) => void): void;
  close(): Promise<void>;
}

/** Starts connecting to `url` (`amqp://` or `amqps://`); the queues are declared on every connection. */
export async function openConnection(url: string, queues: Queues, log: Logger): Promise<AmqpConnection> {
  const users: ((model: ChannelModel) => void)[] = [];
  let current: ChannelModel | undefined;
  let isBlocked = false;
  /** An outage is logged once. */
  let isOut = false;
  // Loaded only if there is a broker: commands, and servers without one, start sooner.
  const { connect } = await import('amqplib');
  const recovering = await connect(withHeartbeat(url), {
    noDelay: true,
    keepAlive: true,
    timeout: connectTimeout,
    clientProperties: { connection_name: `souk ${hostname()} ${process.pid}` },
    recovery: {
      initialDelay: firstDelay,
      maxDelay: longestDelay,
      waitForConnect: false,
      setup: async (model: ChannelModel) => {
        // The library passes on errors only after its set-up. An error without a listener would end the process.
        model.on('error', () => {});
        await declareTopology(model, queues);
      },
    },
  });
  const settled = Promise.withResolvers<void>();
  const out = (error: Error): void => {
    settled.resolve();
    if (!isOut) log.warn({ err: error }, 'no connection to the message broker; accepted operations wait');
    isOut = true;
  };
  recovering.on('connect', (model) => {
    if (isOut) log.info('connected to the message broker again');
    isOut = false;
    isBlocked = false;
    current = model;
    settled.resolve();
    for (const use of users) use(model);
  });
  recovering.on('disconnect', (error) => {
    current = undefined;
    out(error);
  });
  recovering.on('connect-failed', out);
  recovering.on('blocked', (reason) => {
    isBlocked = true;
    log.warn({ reason }, 'the message broker accepts no messages');
  });
  recovering.on('unblocked', () => (isBlocked = false));
  // The error that breaks a connection is logged when it closes.
  recovering.on('error', () => {});
  return {
    queues,
    get current() {
      return current;
    },
    get isBlocked() {
      return isBlocked;
    },
    settled: () => settled.promise,
    onConnect(use) {
      users.push(use);
      if (current) use(current);
    },
    async close() {
      users.length = 0;
      current = undefined;
      await closeInTime(recovering);
    },
  };
}

/** Closes a channel or connection; a broker that does not answer keeps nobody waiting. */
export async function closeInTime(one: { close(): Promise<unknown> }): Promise<void> {
  await within(closeTimeout, one.close()).catch(() => {});
}

/** The URL with our heartbeat, unless it names one. */
function withHeartbeat(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(heartbeat));
  return parsed.href;
}

/** The result of `work`; throws when it takes longer than this. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer from the message broker in ${milliseconds} ms`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
