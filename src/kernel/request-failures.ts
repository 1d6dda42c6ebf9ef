import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from './call.ts';

/** A request that ended with an error. */
export interface RequestFailure {
  /** Method and declared path, or a GraphQL operation; empty: no route was found. */
  readonly route: string;
  /** The message without values of the request. */
  readonly template: string;
  readonly status: number;
  /** Undefined: the request ended before its caller was known. */
  readonly caller: Caller | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
}

/** Notes a failure; never throws. */
export type NoteFailure = (failure: RequestFailure) => void;
