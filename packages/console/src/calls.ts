import type { RoutesByPath } from '../../client/declared/infer.ts';
import { SoukError } from '../../client/src/index.ts';
import type { consoleRoutes } from '../../../src/console/routes.ts';
import type { inspectorRoutes } from '../../../src/inspector/console-routes.ts';
import type { mailConsoleRoutes } from '../../../src/mail/console-routes.ts';
import type { ioEventConsoleRoutes } from '../../../src/modules/io-events/console-routes.ts';

type Declared = RoutesByPath<
  readonly [
    { readonly name: 'Console'; readonly routes: typeof consoleRoutes },
    { readonly name: 'Inspector'; readonly routes: typeof inspectorRoutes },
    { readonly name: 'Email'; readonly routes: typeof mailConsoleRoutes },
    { readonly name: 'AdobeIoEventsClient'; readonly routes: typeof ioEventConsoleRoutes },
  ]
>;
type SentOf<O> = O extends { readonly arguments: infer S } ? S : never;
type AnswerOf<O> = O extends { readonly answer: infer A } ? A : never;

/** Who is signed in. */
export type Me = AnswerOf<Declared['GET /_/console/me']>;
/** The answer of a call, by method and path. */
export type Answer<R extends keyof Declared> = AnswerOf<Declared[R]>;

/** Calls a route of the console by method and path. Throws `SoukError` where it is refused. */
export type ConsoleCalls = <R extends keyof Declared & string>(
  route: R,
  sent?: SentOf<Declared[R]>,
  options?: { readonly signal?: AbortSignal },
) => Promise<AnswerOf<Declared[R]>>;

/** Makes the calls of a caller; without a token those of a guest. */
export function consoleCalls(token: string | undefined): ConsoleCalls {
  return async (route, sent = {} as never, { signal } = {}) => {
    const [method = '', pattern = ''] = route.split(' ');
    const rest: Record<string, unknown> = { ...(sent as Record<string, unknown>) };
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
      const value = rest[name];
      delete rest[name];
      return encodeURIComponent(String(value));
    });
    const hasBody = method === 'POST' || method === 'PUT';
    return (await ask(
      method,
      hasBody ? path : path + queryOf(rest),
      hasBody ? rest : undefined,
      token,
      signal,
    )) as never;
  };
}

function queryOf(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `?${query}` : '';
}

/** Sends a request to the server as it stands; gives the value that it answers. Throws `SoukError` where it is refused. */
export async function ask(
  method: string,
  url: string,
  body: unknown,
  token: string | undefined,
  signal?: AbortSignal,
): Promise<unknown> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await open(method, url, { token, signal, body: text });
  const answer = await response.text();
  return answer === '' ? undefined : JSON.parse(answer);
}

/** How a request is sent. */
interface SentWith {
  readonly token: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly accept?: string;
  /** JSON. */
  readonly body?: string | undefined;
}

/** Sends a request; gives its answer, whose body is still to be read. Throws `SoukError` where it is refused. */
export async function open(
  method: string,
  url: string,
  { token, signal, accept = 'application/json', body }: SentWith,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    signal,
    headers: {
      accept,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body,
  });
  if (response.ok) return response;
  throw new SoukError({
    status: response.status,
    operation: `${method} ${url}`,
    body: parsed(await response.text()),
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: undefined,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
