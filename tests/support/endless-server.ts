import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** An HTTP server whose responses never end; it writes as fast as its client reads. */
export interface EndlessServer {
  readonly url: string;
  /** Bytes of each response that its client has closed. */
  readonly closed: number[];
  close(): Promise<void>;
}

/** Blank text, which any reader of JSON skips. */
const chunk = Buffer.alloc(65_536, ' ');

/** Starts a server that answers every request with 200 and an endless body. */
export async function startEndlessServer(): Promise<EndlessServer> {
  const closed: number[] = [];
  const server = createServer((request, response) => {
    request.resume();
    let bytes = 0;
    const endless = function* (): Generator<Buffer> {
      for (;;) {
        bytes += chunk.length;
        yield chunk;
      }
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    // Ends once the client has closed the connection.
    void pipeline(endless, response).catch(() => closed.push(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    closed,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
