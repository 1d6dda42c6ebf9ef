import type { FastifyInstance } from 'fastify';
import type { Gate } from '../execution/admit.ts';
import type { Caller } from '../kernel/call.ts';
import type { Acceptance } from '../operations/accept.ts';
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

/** What the composition root hands to the web API. */
export interface WebApiParts extends Gate {
  /** Makes an asynchronous or bulk call durable; gives its acceptance (`AsyncResponse`). */
  accept(acceptance: Acceptance): Promise<unknown>;
  /** The document that answers a schema request. */
  schema(request: SchemaRequest): unknown;
  readonly metrics?: Pick<ProcessMetrics, 'request'>;
  /** Further faces of the server (reference page, health, control plane, media), each registered as a plugin of its own. */
  readonly faces?: readonly ((app: FastifyInstance) => Promise<void>)[];
}
