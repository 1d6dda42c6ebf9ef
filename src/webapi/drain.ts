import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

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
/** Milliseconds without a new connection after which none is on its way. */
const QUIET = 20;

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
      await untilNoneWaits(server);
      const ended = Promise.withResolvers<void>();
      closed = ended.promise;
      const taken = Promise.withResolvers<void>();
      // Right after one was taken, or when none comes, no other waits. Idle connections are not closed yet.
      const close = (): void => {
        if (server.listening) NetServer.prototype.close.call(server, () => ended.resolve());
        taken.resolve();
      };
      server.prependOnceListener('connection', close);
      await Promise.race([taken.promise, sleep(QUIET)]);
      setImmediate(close);
      await taken.promise;
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

/** Resolves when the event loop has come round without finding a connection: it takes one each time. */
async function untilNoneWaits(server: Server): Promise<void> {
  let isWaiting = true;
  const noted = (): void => void (isWaiting = true);
  server.on('connection', noted);
  while (isWaiting) {
    isWaiting = false;
    // The second one comes after a whole round.
    await nextRound();
    await nextRound();
  }
  server.off('connection', noted);
}

function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
