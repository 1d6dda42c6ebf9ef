import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { objectOf } from '../../../kernel/plain-objects.ts';
import { createLedger, GatewayRefusal, type Ledger, type TransactionRequest } from './ledger.ts';

/**
 * A demo payment gateway for the protocol of docs/payment-gateway.md. Its ledger is in memory, and its behaviour
 * depends on the token. `tok_declined` is declined; `tok_review` and `tok_review_declined` are decided after a delay.
 * `tok_slow` is executed with a late response; `tok_lost` breaks the connection before execution. Any other token
 * succeeds.
 */
export interface DemoGateway {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly ledger: Ledger;
  stop(): Promise<void>;
}

/** Options of a demo gateway. */
export interface DemoGatewayOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host?: string;
  readonly secret: string;
  /** Duration of reviews, in milliseconds. */
  readonly reviewTime?: number;
  /** Delay of late responses, in milliseconds. */
  readonly lateness?: number;
  /** Called between the execution of a request and its response; a thrown error breaks the connection. */
  readonly beforeAnswer?: (request: TransactionRequest) => Promise<void>;
}

const LARGEST_BODY = 65_536;

/** Starts a gateway. */
export async function startDemoGateway(options: DemoGatewayOptions): Promise<DemoGateway> {
  const ledger = createLedger(options.reviewTime ?? 5_000);
  const server = createServer((request, response) => {
    answer(options, ledger, request, response).catch((error: unknown) => {
      if (error instanceof GatewayRefusal) reply(response, error.status, { message: error.message });
      else request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port, options.host ?? '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the gateway listens on no port');
  const { port } = address;
  return {
    url: `http://${options.host ?? '127.0.0.1'}:${port}`,
    ledger,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  { secret, lateness = 60_000, beforeAnswer }: DemoGatewayOptions,
  ledger: Ledger,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isGranted(request, secret)) throw new GatewayRefusal(401, 'The key is not known.');
  const [kind, id] = partsOf(request);
  if (request.method === 'GET' && kind === 'transactions' && id) return reply(response, 200, ledger.show(id));
  if (request.method === 'DELETE' && kind === 'requests' && id) {
    ledger.withdraw(id);
    return reply(response, 200, {});
  }
  if (request.method !== 'POST' || kind !== 'transactions' || id)
    throw new GatewayRefusal(404, 'There is nothing here.');
  const key = keyOf(request);
  const transactionRequest = read(await bodyOf(request));
  if (transactionRequest.token === 'tok_lost') throw new Error('lost on the way');
  const transaction = ledger.carryOut(key, transactionRequest);
  await beforeAnswer?.(transactionRequest);
  if (transactionRequest.token === 'tok_slow') await pause(lateness, undefined, { ref: false });
  reply(response, 200, transaction);
}

/** The path segments after `/v1/`: the type of resource, and its id. */
function partsOf({ url = '' }: IncomingMessage): (string | undefined)[] {
  const [, version, kind, id, ...rest] = url.split('/');
  if (version !== 'v1' || rest.length > 0) throw new GatewayRefusal(404, 'There is nothing here.');
  return [kind, id];
}

function keyOf({ headers }: IncomingMessage): string {
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && /^\w{16,64}$/.test(key)) return key;
  throw new GatewayRefusal(400, 'An Idempotency-Key is needed.');
}

function isGranted(request: IncomingMessage, secret: string): boolean {
  const authorization = Buffer.from(request.headers.authorization ?? '');
  const expectedAuthorization = Buffer.from(`Bearer ${secret}`);
  return authorization.length === expectedAuthorization.length && timingSafeEqual(authorization, expectedAuthorization);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const part of request) {
    text += String(part);
    if (text.length > LARGEST_BODY) throw new GatewayRefusal(413, 'The body is too large.');
  }
  return text;
}

const kinds: ReadonlySet<unknown> = new Set(['authorization', 'sale', 'capture', 'void', 'refund']);

function read(text: string): TransactionRequest {
  try {
    const value: unknown = JSON.parse(text);
    if (isRequest(value)) return value;
  } catch {
    // The response below reports the error.
  }
  throw new GatewayRefusal(400, 'The request cannot be read.');
}

function isRequest(value: unknown): value is TransactionRequest {
  const { type, amount, currency } = objectOf(value);
  return kinds.has(type) && isMatch(amount, /^\d{1,12}\.\d{2}$/) && isMatch(currency, /^[A-Z]{3}$/);
}

function isMatch(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function reply(response: ServerResponse, status: number, body: object): void {
  if (response.writableEnded || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Generates a secret key for a gateway. */
export function newGatewayKey(): string {
  return `sk_${randomBytes(16).toString('hex')}`;
}
