import { setTimeout as pause } from 'node:timers/promises';
import { isPlainObject } from '../../../kernel/plain-objects.ts';
import { readBinaryBody } from '../../../kernel/response-body.ts';
import { errorMessage } from '../../../kernel/thrown.ts';
import { signedHeader } from '../../../platform/access/oauth.ts';
import { SourceUnavailable, SourceRefusal } from './errors.ts';
import { requestRate } from './rate.ts';

/** Access to the shop that records come from. */
export interface SourceAccess {
  /** Base URL without a slash at the end. */
  readonly address: string;
  readonly token: string;
  /** Keys with which an integration signs its requests (OAuth 1.0a); undefined: the token is sent as it is. */
  readonly signing?: SigningKeys | undefined;
  /** Maximum number of requests a second. */
  readonly rate: number;
  /** Timeout of a request in milliseconds. */
  readonly timeout: number;
  /** Pause before the first repetition of a request in milliseconds; it doubles with each. */
  readonly firstPause: number;
}

/** The keys of an integration besides its access token. */
export interface SigningKeys {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly tokenSecret: string;
}

/** A file of the source. */
interface SourceFile {
  readonly content: Buffer;
  readonly type: string;
}

/** The client of a shop's REST interface. It repeats requests after temporary failures. */
export interface SourceClient {
  readonly address: string;
  /** Reads a route; `storeCode`: scope of the values. Throws `SourceRefusal` for 4xx, `SourceUnavailable` after the last attempt. */
  get(path: string, query?: string, storeCode?: string): Promise<unknown>;
  /** Reads a route whose input is a JSON body, sent by POST; it changes nothing. Throws as `get`. */
  read(path: string, body: unknown): Promise<unknown>;
  /** Downloads a public file. Throws as `get`; a host without a response is left alone for a minute, and gets one attempt then. */
  download(url: string): Promise<SourceFile>;
  /** The time of the source's clock at its last response. */
  now(): Date;
  /** The number of requests so far, with repetitions. */
  requests(): number;
}

const ATTEMPTS = 7;
const LONGEST_PAUSE = 60_000;
/** Milliseconds without requests to a host of files that gave no response. */
const HOST_PAUSE = 60_000;
/** Maximum size of a response in bytes. */
const LARGEST = 256 * 1024 * 1024;

/** Statuses after which a repetition may succeed. */
function isTemporary(status: number): boolean {
  return status === 429 || status === 408 || status >= 500;
}

/** Creates a client. */
export function sourceClient(access: SourceAccess): SourceClient {
  const { address, timeout, firstPause } = access;
  const rate = requestRate(access.rate);
  let count = 0;
  let clock = new Date();
  const attempt = async (url: string, headersOf: HeadersOf, body: string | undefined): Promise<Answer> => {
    await rate.next();
    count += 1;
    const response = await fetch(url, {
      headers: headersOf(url),
      redirect: 'manual',
      ...(body === undefined ? {} : { method: 'POST', body }),
      signal: AbortSignal.timeout(timeout),
    });
    const date = response.headers.get('date');
    if (date && !Number.isNaN(Date.parse(date))) clock = new Date(date);
    const content = await readBinaryBody(response.body, LARGEST);
    return { status: response.status, headers: response.headers, content };
  };
  /** Repeats a request until `read` returns. */
  const repeat = async <T>(
    url: string,
    headersOf: HeadersOf,
    read: (one: Answer) => T,
    { attempts = ATTEMPTS, rest = (wait) => rate.hold(wait), body }: RepeatedRequest = {},
  ): Promise<T> => {
    let last = '';
    let status: number | undefined;
    for (let nth = 0; nth < attempts; nth++) {
      let wait = Math.min(firstPause * 2 ** nth, LONGEST_PAUSE);
      try {
        const response = await attempt(url, headersOf, body);
        ({ status } = response);
        if (!isTemporary(status)) return read(response);
        last = `it answered ${status}`;
        wait = retryAfter(response.headers) ?? wait;
      } catch (error) {
        if (error instanceof SourceRefusal) throw error;
        status = undefined;
        last = reasonOf(error);
      }
      if (nth < attempts - 1) await rest(wait);
    }
    throw new SourceUnavailable(`${pathOf(url)}: ${last}, ${attempts} times`, status);
  };
  const authorized =
    (method: 'GET' | 'POST'): HeadersOf =>
    (url) => ({
      authorization: authorizationOf(access, url, method),
      accept: 'application/json',
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    });
  const fileHosts = fileHostStates();
  const download = async (url: string): Promise<SourceFile> => {
    const isOther = new URL(url).origin !== new URL(address).origin;
    const attempts = fileHosts.attemptsOf(url);
    // The pauses of another host do not slow down the shop.
    const rest = isOther ? pause : (wait: number): void => rate.hold(wait);
    return fileHosts.note(
      url,
      repeat(url, () => ({}), fileOf(url), { attempts, rest }),
    );
  };
  return {
    address,
    get: (path, query = '', storeCode = 'all') => {
      const url = `${address}/rest/${encodeURIComponent(storeCode)}${path}${query ? `?${query}` : ''}`;
      return repeat(url, authorized('GET'), (one) => jsonOf(url, one));
    },
    read: (path, body) => {
      const url = `${address}/rest/all${path}`;
      return repeat(url, authorized('POST'), (one) => jsonOf(url, one), { body: JSON.stringify(body) });
    },
    download,
    now: () => clock,
    requests: () => count,
  };
}

/** How a failed request is repeated. */
interface RepeatedRequest {
  readonly attempts?: number;
  /** Waits for some milliseconds before the next attempt. */
  readonly rest?: (milliseconds: number) => unknown;
  /** JSON that is sent by POST; undefined: the request is a GET. */
  readonly body?: string;
}

/** Remembers hosts of files that have failed, so that thousands of pictures do not wait for each of them. */
function fileHostStates() {
  /** By host: the time from which on it gets one attempt for a file. */
  const failed = new Map<string, number>();
  return {
    /** The number of attempts for a file. Throws `SourceUnavailable` shortly after its host gave no response. */
    attemptsOf(url: string): number {
      const { host } = new URL(url);
      const from = failed.get(host);
      if (from === undefined) return ATTEMPTS;
      if (performance.now() < from) throw new SourceUnavailable(`${host} gave no response`, undefined);
      return 1;
    },
    /** Awaits a file, and notes whether its host works. */
    async note<T>(url: string, reading: Promise<T>): Promise<T> {
      const { host } = new URL(url);
      try {
        const file = await reading;
        failed.delete(host);
        return file;
      } catch (error) {
        if (error instanceof SourceRefusal) failed.delete(host);
        else if (error instanceof SourceUnavailable) {
          failed.set(host, error.status === undefined ? performance.now() + HOST_PAUSE : 0);
        }
        throw error;
      }
    },
  };
}

/** Reads the response for a file. Throws `SourceRefusal` unless the status is 200. */
function fileOf(url: string): (one: Answer) => SourceFile {
  return ({ status, headers, content }) => {
    if (status !== 200) throw new SourceRefusal(status, `${pathOf(url)} answered ${status}`);
    return { content, type: headers.get('content-type') ?? '' };
  };
}

/** The headers of a request; each attempt has a signature of its own. */
type HeadersOf = (url: string) => Record<string, string>;

function authorizationOf({ token, signing }: SourceAccess, url: string, method: 'GET' | 'POST'): string {
  if (!signing) return `Bearer ${token}`;
  const { consumerKey, consumerSecret, tokenSecret } = signing;
  const secrets = { consumer: consumerSecret, token: tokenSecret };
  return signedHeader(url, { consumer: consumerKey, token }, secrets, method);
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly content: Buffer;
}

/** The JSON of a response. Throws `SourceRefusal` unless the status is 200. */
function jsonOf(url: string, { status, headers, content }: Answer): unknown {
  if (status >= 300 && status < 400) {
    throw new SourceRefusal(status, `it redirects to ${headers.get('location') ?? 'another address'}: name that one`);
  }
  const text = content.toString('utf8');
  if (status !== 200) throw new SourceRefusal(status, `${pathOf(url)} answered ${status}: ${messageOf(text)}`);
  return JSON.parse(text);
}

/** The filled message of an error of the interface. */
function messageOf(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text.slice(0, 200);
  }
  if (!isPlainObject(body) || typeof body['message'] !== 'string') return text.slice(0, 200);
  const { message, parameters } = body;
  if (!isPlainObject(parameters) && !Array.isArray(parameters)) return message;
  return Object.entries(parameters).reduce(
    (filled, [name, value]) =>
      filled.replaceAll(`%${Array.isArray(parameters) ? Number(name) + 1 : name}`, String(value)),
    message,
  );
}

/** Milliseconds of a `Retry-After` header, in seconds or as a date. */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (!text) return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), LONGEST_PAUSE * 10);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause ? `: ${errorMessage(error.cause)}` : '';
  return `${errorMessage(error)}${cause}`;
}

function pathOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname;
}
