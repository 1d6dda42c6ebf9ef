import type { Server, ServerResponse } from 'node:http';
import { connect, Server as NetServer, type AddressInfo } from 'node:net';

/** The end of a server, step by step, without a connection that is broken off. */
export interface Drain {
  /** From now on every answer ends its connection; new connections are still taken. */
  begin(): void;
  /** Takes no more connections; those that the system has taken by now are answered. */
  stopListening(): Promise<void>;
  /** Resolves when what was sent has been answered and every connection has ended, or been cut off for taking too long. */
  finish(): Promise<void>;
}

/** Milliseconds for requests to finish, and between looks for connections that have become idle. */
const PATIENCE = 10_000;
const INTERVAL = 50;

/** Prepares the end of a server that listens. */
export function drainOf(server: Server): Drain {
  const open = new Set<ServerResponse>();
  let isEnding = false;
  server.prependListener('request', (_, response: ServerResponse) => {
    response.shouldKeepAlive &&= !isEnding;
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  let closed = Promise.resolve();
  return {
    begin() {
      isEnding = true;
      for (const response of open) response.shouldKeepAlive = false;
    },
    async stopListening() {
      if (!server.listening) return;
      // From here on the system takes a connection only when none waits for us.
      (server as unknown as { _handle?: { listen?(backlog: number): unknown } })._handle?.listen?.(0);
      const ended = Promise.withResolvers<void>();
      closed = ended.promise;
      const end = Date.now() + PATIENCE;
      while (!(await holdsPlace(server)) && Date.now() < end) await nextRound();
      // Idle connections are not closed yet.
      NetServer.prototype.close.call(server, () => ended.resolve());
    },
    async finish() {
      // What has arrived is read before the look at what is idle.
      const idle = setInterval(() => setImmediate(() => server.closeIdleConnections()), INTERVAL);
      const late = setTimeout(() => server.closeAllConnections(), PATIENCE);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
    },
  };
}

/** The end of several servers at the same time. */
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
 * Whether nobody else's connection waits, nor can until the next round of the event loop: one of our own has taken the only place
 * there is. It keeps that place when it ends, also while the primary process still holds the socket that workers share.
 */
async function holdsPlace(server: Server): Promise<boolean> {
  const { address, port } = server.address() as AddressInfo;
  const host = address === '::' ? '::1' : address === '0.0.0.0' ? '127.0.0.1' : address;
  const own = connect({ host, port }).on('error', () => {});
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // The connection is asked for in a tick of its own, before this one.
  process.nextTick(() => {
    const { _handle: handle } = own as unknown as { _handle?: { getpeername?(out: object): number } };
    resolve(!handle?.getpeername || handle.getpeername({}) === 0);
    own.destroy();
  });
  return promise;
}

function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
