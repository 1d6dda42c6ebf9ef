import { randomInt } from 'node:crypto';
import { randomText } from '../access/random.ts';
import type { ConfigurationReader, Scope } from '../../kernel/call.ts';
import { pictures } from './configuration.ts';

/** A random word of the letters and the length that are configured. */
export function newCaptchaWord(config: ConfigurationReader, scope: Scope): string {
  const { least, most } = config.of(pictures.length, scope);
  return randomText(randomInt(least, most + 1), config.of(pictures.letters, scope));
}

/** A word in the form in which two of them are compared: without case, unless the case of letters counts. */
export function comparableWord(word: string, config: ConfigurationReader, scope: Scope): string {
  const text = word.trim();
  return config.of(pictures.isCaseSensitive, scope) ? text : text.toLowerCase();
}
