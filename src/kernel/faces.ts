import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from './call.ts';
import type { Platform } from './platform.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route serves a file of the program, regardless of the state of the database. */
    readonly isFile?: true;
    /** Has requests counted in metrics; `waiting`: their duration includes waiting for something to happen. */
    readonly counted?: 'timed' | 'waiting';
  }
}

/** Dependencies of a face. */
interface FaceHost {
  readonly platform: Platform;
  /** Identifies the caller. Rejected credentials return a guest with the reason. */
  authenticate(request: FastifyRequest): Promise<Caller>;
}

/** Routes of the server outside of the interface, such as downloads; registered as a plugin of its own. */
export type Face = (app: FastifyInstance, host: FaceHost) => Promise<void>;
