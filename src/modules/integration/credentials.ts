import { missingArguments } from '../../kernel/errors.ts';
import * as t from '../../kernel/types.ts';

/** What everybody signs in with. */
export const signInArguments = { username: t.string, password: t.secret(t.string) };

/** Throws 400 that names what was not sent. An empty text counts as missing. */
export function requireCredentials(username: string, password: string): void {
  const error = missingArguments([...(username === '' ? ['username'] : []), ...(password === '' ? ['password'] : [])]);
  if (error) throw error;
}
