import { hostname } from 'node:os';
import type { ChannelModel } from 'amqplib';
import type { Logger } from 'pino';
import { declareTopology, type Queues } from './topology.ts';

/** Seconds without a sign of life, twice over, after which the other side counts as gone. */
const heartbeat = 10;
/** Milliseconds between attempts to connect: the first, and the most after doubling. */
const firstDelay = 100;
const longestDelay = 10_000;
const connectTimeout = 10_000;
/** Milliseconds to wait for the other side's agreement when closing. */
const closeTimeout = 2000;

/** The connection of this process to the message broker; made again whenever it is lost. */
export interface AmqpConnection {
  /** Of this installation. */
  readonly queues: Queues;
  /** Undefined while there is none. */
  readonly current: ChannelModel | undefined;
  /** Whether the broker takes no messages at the moment: it is short of memory or disk. */
  readonly isBlocked: boolean;
  /** Resolves when the first attempt to connect has ended in one way or the other. */
  settled(): Promise<void>;
  /** Has `use` called with every connection that is made from now on, and with the one there is. */
  onConnect(use: (model: ChannelModel) => void): void;
  close(): Promise<void>;
}

/** Starts connecting to `url` (`amqp://` or `amqps://`); the queues are declared on every connection. */
export async function openConnection(url: string, queues: Queues, log: Logger): Promise<AmqpConnection> {
  const users: ((model: ChannelModel) => void)[] = [];
  let current: ChannelModel | undefined;
  let isBlocked = false;
  /** An outage is told of once. */
  let isOut = false;
  // Loaded where there is a broker: commands and servers without one start sooner.
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
        // The library listens for errors only after this; one that nobody listens for would end the process.
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
    log.warn({ reason }, 'the message broker takes no messages');
  });
  recovering.on('unblocked', () => (isBlocked = false));
  // What breaks a connection is told with its end.
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
      await within(closeTimeout, recovering.close()).catch(() => {});
    },
  };
}

/** The URL with our heartbeat, unless it has one. */
function withHeartbeat(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(heartbeat));
  return parsed.href;
}

/** What `work` comes to, or an error when it takes longer than so many milliseconds. */
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
