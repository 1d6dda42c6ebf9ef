import type { FastifyInstance } from 'fastify';
import type { CallGate } from '../../platform/execution/admit.ts';
import type { NoteFailure } from '../../kernel/request-failures.ts';
import type { WatchRequests } from '../../kernel/request-watch.ts';
import type { Acceptance } from '../../platform/operation-queue/accept.ts';
import type { SchemaRequest } from '../reference/plugin.ts';
import type { ProcessMetrics } from './metrics.ts';

/** Dependencies of the web API, from the composition root. */
export interface WebApiDependencies extends CallGate {
  /** Stores an asynchronous or bulk call durably; gives its acceptance (`AsyncResponse`). */
  accept(acceptance: Acceptance): Promise<unknown>;
  /** The document that answers a schema request. */
  schema(request: SchemaRequest): unknown;
  readonly metrics?: Pick<ProcessMetrics, 'request'>;
  /** Follows requests that somebody wants to see. */
  readonly watch?: WatchRequests;
  /** Notes requests that end with an error. */
  readonly failed?: NoteFailure;
  /** Further faces of the server (reference page, health, control plane, media), each registered as a plugin of its own. */
  readonly faces?: readonly ((app: FastifyInstance) => Promise<void>)[];
}
