import { InvalidArgumentError } from 'commander';

/** Reads an option that takes a whole number above 0. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('use a whole number above 0');
  return number;
}
