import { randomInt } from 'node:crypto';

/** A random text of `length` signs of `alphabet`, each equally likely. */
export function randomText(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Length of the interface's keys, tokens and secrets. */
export const KEY_LENGTH = 32;

/** Lower-case letters and digits (165 bits): the form of the interface's keys, tokens and secrets. */
export function randomKey(): string {
  return randomText(KEY_LENGTH, 'abcdefghijklmnopqrstuvwxyz0123456789');
}
