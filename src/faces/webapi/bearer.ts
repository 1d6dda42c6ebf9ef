import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The bearer token of a request; undefined for none. */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Whether a request has `token` as its bearer token; never for an empty one. */
export function hasBearer(request: Pick<IncomingMessage, 'headers'>, token: string): boolean {
  const bearerToken = bearerOf(request);
  return token !== '' && bearerToken !== undefined && timingSafeEqual(digest(bearerToken), digest(token));
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
