import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** What is done with a connection once its data has been passed on, or not at all; bytes of no protocol may be its answer. */
type Verdict = 'pass' | 'cut before' | 'cut after' | 'answered with what cannot be read';

/** A network between a client and a server that can be cut. */
export interface Proxy {
  /** The address of the server, by way of the proxy. */
  readonly url: string;
  /** Breaks every connection and takes no new one. */
  cut(): Promise<void>;
  /** Passes nothing on any more, without telling anybody. */
  stall(): void;
  /** Passes nothing on any more over the connections there are; new ones work. */
  freeze(): void;
  /** Works again, for new connections. */
  restore(): Promise<void>;
  /** Looks at what a client sends; what it returns is done with its connection once that has been passed on, or not at all. */
  inspect: ((data: Buffer, client: Socket) => Verdict) | undefined;
  close(): Promise<void>;
}

/** Starts a proxy to the server of a URL. */
export async function startProxy(url: string, defaultPort: number): Promise<Proxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const frozen = new WeakSet<Socket>();
  let isStalled = false;
  let server: Server | undefined;
  // One that nobody takes while the network is cut.
  const port = await freePort();
  const handle = (client: Socket): void => {
    const upstream = connect(Number(target.port || defaultPort), target.hostname);
    const both = [client, upstream];
    /** Whether the server is left to finish what it got. */
    let isFinishing = false;
    const end = (): void => {
      client.destroy();
      if (!isFinishing) upstream.destroy();
    };
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    let isOver = false;
    client.on('data', (data: Buffer) => {
      if (isStalled || isOver || frozen.has(client)) return;
      const verdict = proxy.inspect?.(data, client) ?? 'pass';
      if (verdict === 'pass') upstream.write(data);
      else {
        // The client never hears of it.
        isOver = true;
        if (verdict === 'answered with what cannot be read') client.write(Buffer.alloc(64, 0xff));
        else {
          isFinishing = verdict === 'cut after';
          if (isFinishing) upstream.end(data);
          end();
        }
      }
    });
    upstream.on('data', (data: Buffer) => {
      if (!isStalled && !isOver && !frozen.has(client)) client.write(data);
    });
  };
  const listen = async (): Promise<void> => {
    server = createServer(handle);
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen();
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  const proxy: Proxy = {
    url: through.href,
    inspect: undefined,
    cut,
    stall: () => void (isStalled = true),
    freeze: () => sockets.forEach((socket) => frozen.add(socket)),
    restore: async () => {
      if (isStalled) await cut();
      isStalled = false;
      if (!server) await listen();
    },
    close: cut,
  };
  return proxy;
}

/** A port that nobody listens to, below those that systems give to connections: none takes it before a server does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
