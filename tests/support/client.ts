import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';

/** One answer of the server. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The decoded JSON body; undefined when it is none. */
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- the wire is what the tests are about
  readonly request: string;
}

/** With CHECK_ANSWERS=1 every answer of every test is compared with its description in the OpenAPI documents. */
const check = process.env.CHECK_ANSWERS ? (await import('./described.ts')).createAnswerCheck() : undefined;

/** The tests' `fetch`: it gives up after a minute, and fails for an answer that is not as described. */
export const fetchChecked: typeof fetch = async (url, init) => {
  const response = await fetch(url, { ...init, signal: init?.signal ?? AbortSignal.timeout(170_000) });
  if (!check) return response;
  const method = init?.method ?? 'GET';
  const { pathname, search } = new URL(String(url));
  const text = await response.clone().text();
  const contentType = response.headers.get('content-type');
  const path = pathname + search;
  const problem = check.problem({ method, path, status: response.status, contentType, text });
  if (problem) throw new Error(`${method} ${path} -> ${response.status} is not as described: ${problem}\n${text}`);
  return response;
};

/** A caller of the interface: a base URL, a bearer token and a store code. */
export class Client {
  readonly base: string;
  readonly token: string | undefined;
  readonly storeCode: string;

  constructor(base: string, token?: string, storeCode = '') {
    this.base = base;
    this.token = token;
    this.storeCode = storeCode;
  }

  /** The same caller in another store scope: a store view's code, `all`, or '' for none. */
  store(code: string): Client {
    return new Client(this.base, this.token, code);
  }

  /** Another caller in the same scope. */
  as(token: string | undefined): Client {
    return new Client(this.base, token, this.storeCode);
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  put(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.send('PUT', path, body, headers);
  }

  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.send('DELETE', path, body, headers);
  }

  /** Sends a request; `path` starts with `/V1`, `/async` or `/schema`, text bodies go as they are. */
  send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.raw(method, `/rest${this.storeCode ? `/${this.storeCode}` : ''}${path}`, body, headers);
  }

  /** Sends a request to any path of the server. */
  async raw(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const all: Record<string, string> = { accept: 'application/json', ...headers };
    if (this.token) all.authorization ??= `Bearer ${this.token}`;
    if (body !== undefined) all['content-type'] ??= 'application/json';
    const response = await fetchChecked(`${this.base}${path}`, {
      method,
      headers: all,
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      redirect: 'manual',
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parse(text),
      request: `${method} ${path}`,
    };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body of a 200; any other answer fails the test with its text. */
export function ok(answer: Answer): Answer['body'] {
  expect(answer.status, `${answer.request} -> ${answer.status} ${answer.text.slice(0, 600)}`).toBe(200);
  return answer.body;
}

/** Expects an error: its status and, with placeholders filled in, its message. */
export function fails(answer: Answer, status: number, message?: string | RegExp): Answer['body'] {
  expect(answer.status, `${answer.request} -> ${answer.status} ${answer.text.slice(0, 600)}`).toBe(status);
  if (message instanceof RegExp) expect(sentence(answer.body)).toMatch(message);
  else if (message !== undefined) expect(sentence(answer.body)).toBe(message);
  return answer.body;
}

/** The error a person reads: the template with its parameters put in. */
export function sentence(body: Answer['body']): string {
  const parameters: Record<string, unknown> = Array.isArray(body?.parameters)
    ? Object.fromEntries(body.parameters.map((value: unknown, i: number) => [String(i + 1), value]))
    : (body?.parameters ?? {});
  return Object.entries(parameters).reduce(
    (text, [name, value]) => text.replaceAll(`%${name}`, String(value)),
    String(body?.message ?? ''),
  );
}

interface Filter {
  field: string;
  value?: unknown;
  condition_type?: string;
}

/** The query text of search criteria: groups of filters, sort orders, page. */
export function criteria(
  groups: Filter[][] = [],
  more: { sort?: { field: string; direction?: string }[]; pageSize?: number; currentPage?: number } = {},
): string {
  const pairs: string[] = [];
  const put = (key: string, value: unknown): void => {
    pairs.push(`${encodeURIComponent(`searchCriteria${key}`)}=${encodeURIComponent(String(value))}`);
  };
  groups.forEach((group, g) =>
    group.forEach((filter, f) => {
      for (const [key, value] of Object.entries(filter)) put(`[filter_groups][${g}][filters][${f}][${key}]`, value);
    }),
  );
  more.sort?.forEach((order, i) => {
    for (const [key, value] of Object.entries(order)) put(`[sortOrders][${i}][${key}]`, value);
  });
  if (more.pageSize !== undefined) put('[pageSize]', more.pageSize);
  if (more.currentPage !== undefined) put('[currentPage]', more.currentPage);
  return pairs.length > 0 ? pairs.join('&') : 'searchCriteria=';
}

let counter = 0;
/** A suffix no other test uses, so that tests share a server. */
export function unique(stem = 't'): string {
  counter += 1;
  return `${stem}-${process.pid.toString(36)}-${counter}`;
}

/** Milliseconds between two probes of `until`: short at first, since most of what it waits for takes a few of them. */
const FIRST_PAUSE = 4;
const LONGEST_PAUSE = 50;

/** Waits until `probe` answers something truthy. */
export async function until<T>(probe: () => Promise<T | undefined | false>, seconds = 150): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (let ms = FIRST_PAUSE; ; ms = Math.min(2 * ms, LONGEST_PAUSE)) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > end) throw new Error(`still waiting after ${seconds} s`);
    await pause(ms);
  }
}
