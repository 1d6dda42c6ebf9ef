import { Agent, request } from 'node:http';
import type { Ledger } from './ledger.ts';
import type { Servers } from './servers.ts';

/** What a call sends besides its method and path. */
export interface CallOptions {
  readonly token?: string | undefined;
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that are right; 200 unless given. */
  readonly expect?: readonly number[];
}

/** An answer, whose body is decoded where it is JSON. */
export interface SoakAnswer {
  readonly status: number;
  // Bodies are read as what they should be; what is missing shows as an error of the journey.
  readonly body: Body;
}
/** A JSON body whose parts are asked for by name. */
export interface Body {
  readonly [name: string]: Body;
}

/** An answer that should not have been; it ends its journey. */
export class UnexpectedAnswer extends Error {}
/** A call whose answer never came because its server was killed: it may have been done or not. */
export class LostAnswer extends Error {}

/** Milliseconds after which a call is given up: far more than any may take. */
const PATIENCE = 60_000;
/** Every so many calls go to the second server, while it is up. */
const SECOND = 3;

/** Calls the servers at a fixed rate, and keeps how long each class of call took. */
export class SoakClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #servers: Servers;
  readonly #ledger: Ledger;
  readonly #between: number;
  #slot = performance.now();
  #calls = 0;

  /** `rate`: calls a second, of all journeys together. */
  constructor(servers: Servers, ledger: Ledger, rate: number) {
    this.#servers = servers;
    this.#ledger = ledger;
    this.#between = 1000 / rate;
  }

  /** Waits for its turn, calls, and gives the answer. Throws for a status that is not expected. */
  async call(kind: string, method: string, path: string, options: CallOptions = {}): Promise<SoakAnswer> {
    await this.#turn();
    this.#calls += 1;
    const target = this.#calls % SECOND === 0 ? this.#servers.second() : this.#servers.first();
    const begun = performance.now();
    let answer: SoakAnswer;
    try {
      answer = await this.#send(target.base, method, path, options);
    } catch (error) {
      if (target.isGone()) throw new LostAnswer(`${method} ${path}`);
      throw new UnexpectedAnswer(`${method} ${path}: ${(error as Error).message}`);
    }
    this.#ledger.answered(kind, performance.now() - begun);
    const { expect = [200] } = options;
    if (expect.includes(answer.status)) return answer;
    // A server that ends says so; a proxy would ask another one.
    if (answer.status === 503 && target.isGone()) throw new LostAnswer(`${method} ${path}`);
    throw new UnexpectedAnswer(
      `${method} ${path.replace(/\?.*/s, '')} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`,
    );
  }

  /** A query or mutation; gives its data. Throws where there are errors. */
  async graphql(kind: string, query: string, variables: object = {}, token?: string): Promise<Body> {
    const { body } = await this.call(kind, 'POST', '/graphql', { token, body: { query, variables } });
    if (body.errors) throw new UnexpectedAnswer(`${kind}: ${JSON.stringify(body.errors).slice(0, 300)}`);
    return body.data!;
  }

  async #turn(): Promise<void> {
    const now = performance.now();
    // What was missed is not caught up with: a stall is no burst.
    this.#slot = Math.max(this.#slot + this.#between, now - this.#between);
    const wait = this.#slot - now;
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
  }

  #send(base: string, method: string, path: string, { token, body, headers }: CallOptions): Promise<SoakAnswer> {
    const payload =
      body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    return new Promise((resolve, reject) => {
      const outgoing = request(
        base + path,
        {
          method,
          agent: this.#agent,
          timeout: PATIENCE,
          headers: {
            accept: 'application/json',
            ...(token && { authorization: `Bearer ${token}` }),
            ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
            ...headers,
          },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('end', () => resolve({ status: incoming.statusCode!, body: decoded(Buffer.concat(chunks)) }));
          incoming.on('error', reject);
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  }
}

function decoded(bytes: Buffer): Body {
  const text = bytes.toString();
  try {
    return JSON.parse(text) as Body;
  } catch {
    return { text: text as unknown as Body };
  }
}
