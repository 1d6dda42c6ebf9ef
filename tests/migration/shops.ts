import type { CommandOutcome } from '../support/commands.ts';
import { ok, startProcess, type Answer, type Souk, type SoukProcess } from '../support/souk.ts';

type Body = Answer['body'];

/** The demo shop that records come from, on SQLite, without open quotes, so that everything can be moved. */
export async function startSource(args: string[] = ['--demo']): Promise<SoukProcess> {
  const source = await startProcess({ args });
  await declineQuotes(source);
  return source;
}

/** Declines the open quotes of a shop. */
export async function declineQuotes({ admin }: Souk): Promise<void> {
  const carts = ok(await admin.get('/V1/carts/search?searchCriteria[pageSize]=1000')).items;
  const open = carts.filter((cart: Body) => cart.extension_attributes?.negotiable_quote?.status === 'created');
  for (const { id } of open)
    ok(await admin.post('/V1/negotiableQuote/decline', { quoteId: id, reason: 'The shop moves' }));
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
