import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Call, Caller, Scope } from '../kernel/call.ts';
import type { DecodeContext } from '../kernel/decode.ts';
import type { RegisteredRoute } from '../kernel/registry.ts';
import type { ForcedValues } from './forced.ts';
import type { ProcessMetrics } from './metrics.ts';

/** What is known of a request before its body is read. */
export interface RequestFacts {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A request for a schema: `/rest/<store>/schema`, `/rest/<store>/async/schema`. */
export interface SchemaRequest {
  readonly caller: Caller;
  /** Store code of the path; undefined for none. */
  readonly storeCode: string | undefined;
  readonly asynchronous: boolean;
  /** Value of the `services` parameter; undefined when it was not sent. */
  readonly services: string | undefined;
  readonly host: string;
  readonly scheme: string;
}

/** An asynchronous or bulk call that has passed every check. */
export interface Acceptance {
  readonly registered: RegisteredRoute;
  readonly caller: Caller;
  readonly scope: Scope;
  /** Decoded arguments of each item. */
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
}

/** Refuses a call that its caller may make but that asks for something more, such as a solved captcha; throws to do so. */
export type Guard = (registered: RegisteredRoute, call: Call, request: RequestFacts) => Promise<void> | void;

/** What the composition root hands to the web API. */
export interface WebApiParts {
  /** Who calls. Refused credentials give a guest that carries why. */
  authenticate(request: RequestFacts): Promise<Caller>;
  /** Makes an asynchronous or bulk call durable; gives its acceptance (`AsyncResponse`). */
  accept(acceptance: Acceptance): Promise<unknown>;
  /** The document that answers a schema request. */
  schema(request: SchemaRequest): unknown;
  readonly attributeType: DecodeContext['attributeType'];
  readonly forced: ForcedValues;
  readonly guards?: readonly Guard[];
  readonly metrics?: Pick<ProcessMetrics, 'request'>;
  /** Further faces of the server (reference page, health, control plane, media), each registered as a plugin of its own. */
  readonly faces?: readonly ((app: FastifyInstance) => Promise<void>)[];
}
