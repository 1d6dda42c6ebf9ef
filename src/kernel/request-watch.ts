import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from './call.ts';
import type { CallObserver } from './guards.ts';
import type { SecretPlaces } from './masking.ts';
import type { RegisteredRoute } from './registry.ts';

/** The entry point of a request. */
export type RequestDoor = 'call' | 'async' | 'bulk' | 'graphql';

/** How a GraphQL operation ended: with all of its data, with some data and errors, or with errors alone. */
export type GraphQLResult = 'complete' | 'partial' | 'failed';

/** A request at its arrival. */
export interface ArrivedRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Network address of the client. */
  readonly address: string;
  readonly id: string;
  /** `performance.now()` at its arrival. */
  readonly startedAt: number;
}

/** The texts of a request that may contain secrets. */
interface RequestTexts {
  readonly url: string;
  /** Undefined: there is none, or it is truncated. */
  readonly body: string | undefined;
  readonly contentType: string;
}

/** A request with masked secrets. */
export interface MaskedRequest {
  readonly url: string;
  /** Undefined: it cannot be shown. */
  readonly body: string | undefined;
  /** The secret places of the response; 'secret': the whole response. */
  readonly response: SecretPlaces | 'secret' | undefined;
}

/** Masks the secrets of a request, and calls `note` with each of them. */
export type RequestMask = (request: RequestTexts, note: (value: string) => void) => MaskedRequest;

/**
 * Follows one request from its arrival to its response, for people who inspect requests. The entry points report every step to
 * it; it changes none of them and never throws. The events of `CallObserver` mark the end of decoding and of performing.
 */
export interface RequestWatch extends CallObserver {
  /** The route was found; undefined: none of the interface. `mask`: for entry points whose secrets no route declares. */
  found(door: RequestDoor, registered: RegisteredRoute | undefined, mask?: RequestMask): void;
  /** The body has arrived. */
  received(body: Buffer): void;
  /** The caller is known, its permission is not yet checked. Returns the call to continue with, whose statements are counted. */
  identified(call: Call): Call;
  /** The call was admitted. */
  admitted(): void;
  /** Returns `encode` with its duration measured. */
  encoding<V, T>(encode: (value: V) => T | Promise<T>): (value: V) => T | Promise<T>;
  /** The response comes from a cache of the process. */
  answeredFromCache(): void;
  /**
   * A GraphQL operation ended. `name`: `query products`; empty: the document is unreadable. `label`: the same, of a limited number of
   * names.
   */
  executed(name: string, result: GraphQLResult, label: string): void;
  /** The head of the response is sent. */
  answers(status: number, headers: readonly (readonly [name: string, value: string])[]): void;
  /** A part of the response body is sent; `part` is uncompressed. */
  sends(part: string | Buffer): void;
  /** The response was sent, or the client has gone. */
  closed(): void;
}

/** Starts to follow a request; undefined: it is not inspected. */
export type WatchRequests = (arrived: ArrivedRequest) => RequestWatch | undefined;

/** One watch that reports to two. */
export function watchBoth(first: RequestWatch, second: RequestWatch): RequestWatch {
  return {
    found: (...route) => both((one) => one.found(...route)),
    received: (body) => both((one) => one.received(body)),
    identified: (call) => second.identified(first.identified(call)),
    admitted: () => both((one) => one.admitted()),
    async decoded(inputs) {
      await first.decoded(inputs);
      await second.decoded(inputs);
    },
    async ended(...outcome) {
      await first.ended(...outcome);
      await second.ended(...outcome);
    },
    encoding: (encode) => second.encoding(first.encoding(encode)),
    answeredFromCache: () => both((one) => one.answeredFromCache()),
    executed: (...operation) => both((one) => one.executed(...operation)),
    answers: (...head) => both((one) => one.answers(...head)),
    sends: (part) => both((one) => one.sends(part)),
    closed: () => both((one) => one.closed()),
  };

  function both(report: (watch: RequestWatch) => void): void {
    report(first);
    report(second);
  }
}
