import type { Call } from '../../../kernel/call.ts';
import { passwordSettings } from '../configuration.ts';
import { customerErrors } from '../errors.ts';

const LONGEST = 256;

/** The kinds of characters that passwords are counted by. */
const classes = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/];

/**
 * Throws when a password breaks the rules: enough and at most 256 characters, no space at either end, enough of the four kinds
 * of characters, and not the email address of the account. The order is the interface's.
 */
export function checkPassword(call: Call, password: string, email: string): void {
  const { length } = Array.from(password);
  if (length > LONGEST) throw customerErrors.passwordLong([LONGEST]);
  const shortest = call.config.of(passwordSettings.shortest);
  if (length < shortest) throw customerErrors.passwordShort([String(shortest)]);
  if (password.trim() !== password) throw customerErrors.passwordSpaces();
  const needed = call.config.of(passwordSettings.characterClasses);
  if (classes.filter((kind) => kind.test(password)).length < needed) {
    throw customerErrors.passwordClasses([String(needed)]);
  }
  if (password.toLowerCase() === email.toLowerCase()) throw customerErrors.passwordIsEmail();
}
