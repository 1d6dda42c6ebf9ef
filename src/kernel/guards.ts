import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from './call.ts';
import type { AnyRoute } from './route.ts';

/** What is known of a request before its body is read. */
export interface RequestFacts {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Network address of the client. */
  readonly address: string;
}

/** What a route, or a GraphQL field that no route is like, says of how it is guarded. */
export type Guarded = Pick<AnyRoute, 'access' | 'attempts' | 'captcha' | 'recaptcha'>;

/** What a guard goes on to see of a call that it has let pass so far. */
export interface CallObserver {
  /** Before anything is done, with the decoded arguments of each item; throws to refuse. */
  decoded(inputs: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
  /** After a synchronous call, with what it failed with; undefined: it succeeded. */
  ended(input: Readonly<Record<string, unknown>>, failure: unknown): Promise<void>;
}

/**
 * Refuses a call that its caller may make but that asks for something more, such as a solved captcha; throws to do so. Runs
 * before the body is read and outside a transaction; who has to know the arguments or the end of the call gives a watch.
 */
export type Guard = (
  guarded: Guarded,
  call: Call,
  request: RequestFacts,
) => Promise<CallObserver | undefined> | CallObserver | undefined;
