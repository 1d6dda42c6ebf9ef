import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from './call.ts';
import type { CallObserver } from './guards.ts';
import type { SecretPlaces } from './masking.ts';
import type { RegisteredRoute } from './registry.ts';

/** By which door a request comes in. */
export type RequestDoor = 'call' | 'async' | 'bulk' | 'graphql';

/** A request as it arrives. */
export interface ArrivedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Network address of the client. */
  readonly address: string;
  readonly id: string;
  /** `performance.now()` at its arrival. */
  readonly startedAt: number;
}

/** The texts of a request that hold secrets. */
interface RequestTexts {
  readonly url: string;
  /** Undefined: there is none, or it is cut off. */
  readonly body: string | undefined;
  readonly contentType: string;
}

/** A request without its secrets. */
export interface MaskedRequest {
  readonly url: string;
  /** Undefined: it cannot be shown. */
  readonly body: string | undefined;
  /** Where the secrets of the response are; 'secret': all of it is one. */
  readonly response: SecretPlaces | 'secret' | undefined;
}

/** Masks the secrets of a request, and calls `note` with each of them. */
export type RequestMask = (request: RequestTexts, note: (value: string) => void) => MaskedRequest;

/**
 * Follows one request from its arrival to its answer, for people who want to see what clients send and what they are told. The
 * doors tell it of every step; it changes none of them and never throws. What it is told of a call (`CallObserver`) ends its
 * decoding and its performing.
 */
export interface RequestWatch extends CallObserver {
  /** It is for a route; undefined: for none of the interface's. `mask`: of a door whose secrets no route declares. */
  found(door: RequestDoor, registered: RegisteredRoute | undefined, mask?: RequestMask): void;
  /** Its body has arrived. */
  received(body: Buffer): void;
  /** It is known who calls, before it is asked whether they may; gives the call as it goes on, whose statements are counted. */
  identified(call: Call): Call;
  /** It may be made. */
  admitted(): void;
  /** Gives what `encode` does, with the time that it takes counted. */
  encoding<V, T>(encode: (value: V) => T | Promise<T>): (value: V) => T | Promise<T>;
  /** The head of its answer is sent. */
  answers(status: number, headers: readonly (readonly [name: string, value: string])[]): void;
  /** A part of the answer's body is sent, which is not compressed yet. */
  sends(part: string | Buffer): void;
  /** Its answer is sent, or its client is gone. */
  closed(): void;
}

/** Begins to follow a request; undefined: nobody wants to see it. */
export type WatchRequests = (arrived: ArrivedRequest) => RequestWatch | undefined;
