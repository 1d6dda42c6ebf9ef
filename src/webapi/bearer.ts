import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The token that a request carries as its bearer; undefined for none. */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Whether a request carries `token` as its bearer; nobody carries an empty one. */
export function hasBearer(request: Pick<IncomingMessage, 'headers'>, token: string): boolean {
  const sent = bearerOf(request);
  return token !== '' && sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
