import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Whether a request carries `token` as its bearer; nobody carries an empty one. */
export function hasBearer({ headers }: Pick<IncomingMessage, 'headers'>, token: string): boolean {
  const [, sent] = /^bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return token !== '' && sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
