import type { Call } from '../../../kernel/call.ts';
import { customerErrors } from '../errors.ts';

const LONGEST = 256;

/** The kinds of characters that passwords are counted by. */
const classes = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/];

/**
 * Throws when a password breaks the rules of `customer/password`: at least 8 and at most 256 characters, no space at either
 * end, three of the four kinds of characters, and not the account's e-mail address. The order is the interface's.
 */
export function checkPassword(call: Call, password: string, email: string): void {
  const setting = (name: string, fallback: string): string => call.config.get(`customer/password/${name}`) ?? fallback;
  const { length } = Array.from(password);
  if (length > LONGEST) throw customerErrors.passwordLong([LONGEST]);
  const shortest = setting('minimum_password_length', '8');
  if (length < Number(shortest)) throw customerErrors.passwordShort([shortest]);
  if (password.trim() !== password) throw customerErrors.passwordSpaces();
  const needed = setting('required_character_classes_number', '3');
  if (classes.filter((kind) => kind.test(password)).length < Number(needed)) {
    throw customerErrors.passwordClasses([needed]);
  }
  if (password.toLowerCase() === email.toLowerCase()) throw customerErrors.passwordIsEmail();
}
