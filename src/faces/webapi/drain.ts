import type { Server, ServerResponse } from 'node:http';
import { connect, Server as NetServer, type AddressInfo } from 'node:net';

/** The handles of the operating system, which the types of Node.js leave out. */
declare module 'net' {
  interface Server {
    readonly _handle?: { listen?(backlog: number): unknown } | null;
  }
  interface Socket {
    readonly _handle?: { getpeername?(out: object): number } | null;
  }
}

/** The steps that end a server without breaking connections. */
export interface Drain {
  /** From now on each response closes its connection; new connections are still accepted. */
  begin(): void;
  /** Stops accepting connections; connections that the system has accepted already are served. */
  stopListening(): Promise<void>;
  /** Resolves when all responses are sent and all connections are closed; slow ones are closed after a timeout. */
  finish(): Promise<void>;
}

/** Timeout for requests to finish, and time between two checks for idle connections, in milliseconds. */
const PATIENCE = 10_000;
const INTERVAL = 50;

/** Prepares the end of a listening server. */
export function drainOf(server: Server): Drain {
  const open = new Set<ServerResponse>();
  let isEnding = false;
  const forget = function (this: ServerResponse): void {
    open.delete(this);
  };
  server.prependListener('request', (_, response: ServerResponse) => {
    response.shouldKeepAlive &&= !isEnding;
    open.add(response);
    response.on('close', forget);
  });
  let closed = Promise.resolve();
  return {
    begin() {
      isEnding = true;
      for (const response of open) response.shouldKeepAlive = false;
    },
    async stopListening() {
      if (!server.listening) return;
      // From here on the system accepts a connection only if none waits for us.
      server._handle?.listen?.(0);
      const ended = Promise.withResolvers<void>();
      closed = ended.promise;
      const end = Date.now() + PATIENCE;
      while (!(await holdsPlace(server)) && Date.now() < end) await nextRound();
      // Idle connections are not closed yet.
      NetServer.prototype.close.call(server, () => ended.resolve());
    },
    async finish() {
      // Arrived data is read before idle connections are closed.
      const idle = setInterval(() => setImmediate(() => server.closeIdleConnections()), INTERVAL);
      const late = setTimeout(() => server.closeAllConnections(), PATIENCE);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
    },
  };
}

/** Ends several servers at the same time. */
export function drainTogether(drains: readonly Drain[]): Drain {
  return {
    begin() {
      for (const one of drains) one.begin();
    },
    stopListening: async () => void (await Promise.all(drains.map((one) => one.stopListening()))),
    finish: async () => void (await Promise.all(drains.map((one) => one.finish()))),
  };
}

/**
 * Whether no other connection is waiting, or can start waiting before the next round of the event loop, because one of our own
 * occupies the only place in the queue. It keeps that place after it is closed, even while the primary process still holds the
 * socket that the workers share.
 */
async function holdsPlace(server: Server): Promise<boolean> {
  const { address, port } = server.address() as AddressInfo;
  const host = address === '::' ? '::1' : address === '0.0.0.0' ? '127.0.0.1' : address;
  const own = connect({ host, port }).on('error', () => {});
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // Our connection is opened in an earlier tick than this.
  process.nextTick(() => {
    const { _handle: handle } = own;
    resolve(!handle?.getpeername || handle.getpeername({}) === 0);
    own.destroy();
  });
  return promise;
}

function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
