import type { FastifyInstance } from 'fastify';
import type { Caller, Scope } from '../kernel/call.ts';
import type { Guard, RequestFacts } from '../kernel/guards.ts';
import type { RegisteredRoute } from '../kernel/registry.ts';
import type { ForcedValues } from '../kernel/route.ts';
import type { RequestLimiter } from '../limits/requests.ts';
import type { ProcessMetrics } from './metrics.ts';

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
  /** Network address that it came from. */
  readonly address: string;
  /** Decoded arguments of each item. */
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
}

/** What the composition root hands to the web API. */
export interface WebApiParts {
  /** Who calls. Refused credentials give a guest that carries why. */
  authenticate(request: Omit<RequestFacts, 'address'>): Promise<Caller>;
  /** Makes an asynchronous or bulk call durable; gives its acceptance (`AsyncResponse`). */
  accept(acceptance: Acceptance): Promise<unknown>;
  /** The document that answers a schema request. */
  schema(request: SchemaRequest): unknown;
  readonly forced: Partial<ForcedValues>;
  readonly guards?: readonly Guard[];
  /** Counts every call of a known route, and refuses those that are too many. */
  readonly limiter?: Pick<RequestLimiter, 'count'>;
  readonly metrics?: Pick<ProcessMetrics, 'request'>;
  /** Further faces of the server (reference page, health, control plane, media), each registered as a plugin of its own. */
  readonly faces?: readonly ((app: FastifyInstance) => Promise<void>)[];
}
