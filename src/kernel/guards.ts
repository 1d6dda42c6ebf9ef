import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from './call.ts';
import type { AnyRoute } from './route.ts';

/** The properties of a request before its body is read. */
export interface RequestFacts {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Network address of the client. */
  readonly address: string;
}

/** The guards that a route, or a GraphQL field without such a route, declares. */
export type Guarded = Pick<AnyRoute, 'access' | 'attempts' | 'captcha' | 'recaptcha'>;

/** A guard's observer of a call that has passed it. */
export interface CallObserver {
  /** Called with the decoded arguments of each item before anything else happens; throws to reject the call. */
  decoded(inputs: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
  /** Called after a synchronous call, with its error; undefined: it succeeded. */
  ended(input: Readonly<Record<string, unknown>>, failure: unknown): Promise<void>;
}

/**
 * Rejects, by throwing, a permitted call that lacks something else, such as a solved captcha. Runs before the body is read and
 * outside a transaction. Returns an observer to see the arguments or the end of the call. `settle` is awaited before an effect: it
 * throws when cached values were outdated.
 */
export type Guard = (
  guarded: Guarded,
  call: Call,
  request: RequestFacts,
  settle: () => Promise<void>,
) => Promise<CallObserver | undefined> | CallObserver | undefined;
