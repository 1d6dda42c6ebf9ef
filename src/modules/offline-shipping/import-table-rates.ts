import type { Call } from '../../kernel/call.ts';
import { tableConditions, tableRates } from './configuration.ts';
import { offlineShippingErrors } from './errors.ts';
import { readTableRates } from './read-table-rates.ts';
import { replaceTableRates } from './table-rates.ts';

/**
 * Makes a CSV text the price table of a website, for one condition: the one told, else the one that the website's setting names.
 * The tables of its other conditions stay. Gives how many rows it has. Throws for a text that is no table; nothing is changed then.
 */
export function importTableRates(
  outer: Call,
  text: string,
  { websiteId, condition }: { websiteId: number; condition?: string | undefined },
): Promise<{ condition: string; rows: number }> {
  const name = condition ?? outer.config.of(tableRates.condition, { websiteId });
  if (!Object.hasOwn(tableConditions, name)) throw offlineShippingErrors.tableCondition([name]);
  return outer.transaction(async (call) => {
    const rates = readTableRates(call, text);
    await replaceTableRates(call, websiteId, name, rates);
    return { condition: name, rows: rates.length };
  });
}
