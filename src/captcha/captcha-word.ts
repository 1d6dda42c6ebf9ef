import { randomInt } from 'node:crypto';
import { randomText } from '../access/random.ts';
import type { ConfigurationReader, Scope } from '../kernel/call.ts';

const SYMBOLS = 'ABCDEFGHJKMnpqrstuvwxyz23456789';
const LENGTH = { least: 4, most: 5 };
/** More would not fit into a picture. */
const LONGEST = 16;

/** A random word of `customer/captcha/length` signs (`5`, `4-5`) out of `customer/captcha/symbols`. */
export function newCaptchaWord(config: ConfigurationReader, scope: Scope): string {
  const { least, most } = lengthOf(config.get('customer/captcha/length', scope));
  const symbols = config.get('customer/captcha/symbols', scope)?.replace(/\s/g, '') || SYMBOLS;
  return randomText(randomInt(least, most + 1), symbols);
}

/** A word in the form in which two of them are compared: without case, unless `customer/captcha/case_sensitive` is set. */
export function comparableWord(word: string, config: ConfigurationReader, scope: Scope): string {
  const text = word.trim();
  return config.flag('customer/captcha/case_sensitive', scope) ? text : text.toLowerCase();
}

function lengthOf(setting: string | undefined): { least: number; most: number } {
  const [, from, to = from] = /^\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?$/.exec(setting ?? '') ?? [];
  const [least, most] = [Number(from), Number(to)].map((count) => Math.min(count, LONGEST)) as [number, number];
  return least >= 1 && most >= least ? { least, most } : LENGTH;
}
