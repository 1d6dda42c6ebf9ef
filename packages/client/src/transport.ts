import { SoukError, SoukUnreachable } from './errors.ts';
import type { CallOptions, ClientOptions, TokenSource } from './options.ts';

/** A request to the server. */
export interface SentRequest {
  readonly method: string;
  /** What is behind the base URL. */
  readonly url: string;
  /** What people call it, for errors. */
  readonly operation: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is a success. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends requests to one server as one caller. */
export interface Transport {
  send(request: SentRequest, options: CallOptions): Promise<ReceivedAnswer>;
}

/** Keeps the token of a caller: a source is asked once for all calls, until the server refuses what it gave. */
export class TokenKeeper {
  readonly #source: TokenSource;
  #token: Promise<string | undefined> | undefined;

  constructor(token: string | TokenSource | undefined) {
    this.#source = typeof token === 'function' ? token : () => token;
  }

  current(): Promise<string | undefined> {
    return (this.#token ??= this.#ask(undefined));
  }

  /** Another token than the one that was refused; undefined where there is none. Calls that fail together ask once. */
  async renewed(refused: string): Promise<string | undefined> {
    const current = await this.current();
    const token = current === refused ? await (this.#token = this.#ask(refused)) : current;
    return token === refused ? undefined : token;
  }

  #ask(refused: string | undefined): Promise<string | undefined> {
    const asked = (async () => await this.#source(refused))();
    // Where there is none, the next call asks again.
    asked.catch(() => {
      if (this.#token === asked) this.#token = undefined;
    });
    return asked;
  }
}

/** Milliseconds before the first repetition of a request whose connection failed; each further one waits twice as long. */
const FIRST_PAUSE = 250;

/**
 * Whether a request may be repeated when its connection fails: the server may have executed it. A POST gets an
 * `Idempotency-Key`, which asynchronous routes and GraphQL do not have.
 */
function isRepeatable({ method, url }: SentRequest): boolean {
  return method === 'GET' || /^\/rest\/(?!async\/)(?:\w+\/)?V1\//.test(url);
}

/** The header by which the server recognizes the repetition of a POST. */
function keyOf(request: SentRequest): Readonly<Record<string, string>> {
  const hasKey = request.method === 'POST' && isRepeatable(request);
  return hasKey ? { 'idempotency-key': crypto.randomUUID() } : {};
}

/** Makes the transport of a client. */
export function createTransport(options: ClientOptions, tokens: TokenKeeper): Transport {
  const base = options.baseUrl.replace(/\/+$/, '');
  const send = options.fetch ?? fetch;
  const { retries = 3, patience = 60 } = options;

  async function attempt(
    request: SentRequest,
    call: CallOptions,
    token: string | undefined,
    own: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const { method, url, body } = request;
    const headers: Record<string, string> = { accept: 'application/json', ...own, ...options.headers };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    Object.assign(headers, request.headers, call.headers);
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = JSON.stringify(body);
    if (call.signal) init.signal = call.signal;
    return await send(base + url, init);
  }

  /** Sends a request, again after a lost connection if it may be repeated. */
  async function receive(
    request: SentRequest,
    call: CallOptions,
    token: string | undefined,
    own: Readonly<Record<string, string>>,
  ): Promise<{ response: Response; text: string }> {
    const most = isRepeatable(request) ? retries : 0;
    for (let repeated = 0; ; repeated++) {
      try {
        const response = await attempt(request, call, token, own);
        return { response, text: await response.text() };
      } catch (cause) {
        if (call.signal?.aborted) throw cause;
        if (repeated >= most) throw new SoukUnreachable(request.operation, base, cause);
        await pause(Math.min(FIRST_PAUSE * 2 ** repeated, patience * 1000), call.signal);
      }
    }
  }

  return {
    async send(request, call) {
      let token = await tokens.current();
      let hasRenewed = false;
      const own = keyOf(request);
      for (let repeated = 0; ;) {
        const { response, text } = await receive(request, call, token, own);
        if (response.ok) return { status: response.status, body: parse(text) };
        const error = toError(request, response, text);
        if (error.status === 401 && token !== undefined && !hasRenewed) {
          hasRenewed = true;
          const renewed = await tokens.renewed(token);
          if (renewed === undefined) throw error;
          token = renewed;
          continue;
        }
        const { retryAfter } = error;
        const isForTheMoment = error.status === 429 || error.status === 503;
        if (!isForTheMoment || retryAfter === undefined || retryAfter > patience || repeated >= retries) throw error;
        repeated += 1;
        await pause(retryAfter * 1000, call.signal);
      }
    },
  };
}

/** The error that an answer is which is no success. */
export function toError({ operation }: SentRequest, { status, headers }: Response, text: string): SoukError {
  return new SoukError({
    status,
    operation,
    body: parse(text),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
  });
}

/** Seconds of a Retry-After, which is a number of them or a time. */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

/** The value that a text is in JSON; undefined where it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Waits; throws the signal's reason when it gives up. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, milliseconds);
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}
