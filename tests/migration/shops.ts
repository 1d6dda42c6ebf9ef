import type { CommandOutcome } from '../support/commands.ts';
import { startProcess, type Answer, type SoukProcess } from '../support/souk.ts';

type Body = Answer['body'];

/** The demo shop that records come from, on SQLite. */
export async function startSource(args: string[] = ['--demo']): Promise<SoukProcess> {
  return startProcess({ args });
}

/** The counts of kinds that a run printed, as `products: 3 created`. */
export function countsIn({ stdout }: CommandOutcome): Map<string, string> {
  const lines = stdout.split('\n').flatMap((line) => {
    const [, kind, counts] = /^([a-z ]+): (.*)$/.exec(line) ?? [];
    return kind && counts ? [[kind, counts] as const] : [];
  });
  return new Map(lines);
}

/** A record without fields that differ between shops; custom attributes by code. */
export function comparable(value: Body, omitted: readonly string[]): Body {
  if (Array.isArray(value)) {
    const isCustom = value.length > 0 && value.every((one) => one?.attribute_code !== undefined);
    if (!isCustom) return value.map((one) => comparable(one, omitted));
    return Object.fromEntries(
      value.filter((one) => !omitted.includes(one.attribute_code)).map((one) => [one.attribute_code, one.value]),
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !omitted.includes(name))
      .map(([name, one]) => [name, comparable(one, omitted)]),
  );
}
