import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A request as it arrived. */
export interface Asked {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- the wire is what the tests are about
}

/** Somebody who is asked before or after what is done. */
export interface AskedServer {
  readonly url: string;
  readonly asked: Asked[];
  /** What is answered, as JSON unless it is a text; `success` unless told. */
  answer: (asked: Asked) => unknown;
  /** Status of answers. */
  status: number;
  /** Further headers of answers. */
  headers: Record<string, string>;
  /** Milliseconds before an answer. */
  delay: number;
  /** As at the beginning. */
  reset(): void;
  stop(): Promise<void>;
}

/** Starts a server that hooks point to. */
export async function startAskedServer(): Promise<AskedServer> {
  const fresh = { answer: (): unknown => ({ op: 'success' }), status: 200, headers: {}, delay: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const isJson = request.headers['content-type'] === 'application/json';
    const asked = {
      method: request.method ?? '',
      headers: request.headers,
      text,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
    here.asked.push(asked);
    const { status, headers, delay } = here;
    const answer = here.answer(asked);
    if (delay > 0) await pause(delay);
    response.writeHead(status, headers).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const here: AskedServer = {
    ...fresh,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`,
    asked: [],
    reset() {
      Object.assign(here, fresh);
      here.asked.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return here;
}
