import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from './call.ts';
import type { Platform } from './platform.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route serves a file of the program, whatever the state of the database. */
    readonly isFile?: true;
  }
}

/** What a face is served with. */
interface FaceHost {
  readonly platform: Platform;
  /** Who calls. Refused credentials give a guest that carries why. */
  authenticate(request: FastifyRequest): Promise<Caller>;
}

/** Routes of the server outside of the interface, such as downloads; registered as a plugin of its own. */
export type Face = (app: FastifyInstance, host: FaceHost) => Promise<void>;
