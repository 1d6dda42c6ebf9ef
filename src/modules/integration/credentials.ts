import { missingArguments } from '../../kernel/errors.ts';
import * as t from '../../kernel/types.ts';

/** Arguments of every sign-in. */
export const signInArguments = { username: t.string, password: t.secret(t.string) };

/** Throws 400 with the names of the missing arguments. An empty text counts as missing. */
export function requireCredentials(username: string, password: string): void {
  const error = missingArguments([...(username === '' ? ['username'] : []), ...(password === '' ? ['password'] : [])]);
  if (error) throw error;
}
