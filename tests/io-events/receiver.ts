import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A CloudEvent as it arrives. */
export interface Told {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly data: {
    readonly position: number;
    readonly entity: string;
    readonly action: string;
    readonly id: number;
    readonly key: string;
    readonly fields?: readonly string[];
    readonly value?: Readonly<Record<string, unknown>> | null;
  };
}

/** A request as it arrived. */
export interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly events: readonly Told[];
  /** What was answered. */
  readonly status: number;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Somebody else's server. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly requests: Received[];
  /** What the server makes of requests; 200 unless told. */
  answer: (events: readonly Told[], body: string) => Answer | Promise<Answer>;
  /** Events that were taken, by the key of their entity. */
  taken(key?: string): Told[];
  stop(): Promise<void>;
}

/** Starts a server that takes deliveries. */
export async function startReceiver(): Promise<Receiver> {
  const requests: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const parsed = JSON.parse(body) as Told | Told[];
    const events = Array.isArray(parsed) ? parsed : [parsed];
    const { status, headers, body: text } = await receiver.answer(events, body);
    requests.push({ method: request.method, headers: request.headers, body, events, status });
    response.writeHead(status, headers).end(text ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    requests,
    answer: () => ({ status: 200 }),
    taken: (key) =>
      requests
        .filter(({ status }) => status < 300)
        .flatMap(({ events }) => events)
        .filter(({ data }) => key === undefined || data.key === key),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return receiver;
}

/** Whether a request was signed with a secret, as the Standard Webhooks specification says. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const id = String(headers['webhook-id']);
  const time = String(headers['webhook-timestamp']);
  if (id.includes('.') || Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
}
