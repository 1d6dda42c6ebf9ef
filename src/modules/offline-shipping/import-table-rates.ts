import type { Call } from '../../kernel/call.ts';
import { tableConditions, tableRates } from './configuration.ts';
import { offlineShippingErrors } from './errors.ts';
import { readTableRates } from './read-table-rates.ts';
import { replaceTableRates } from './table-rates.ts';

/**
 * Replaces the table rates of a website for one condition by a CSV text. Default condition: the website's setting.
 * Rates of other conditions are unchanged. Returns the number of rows. Throws for an invalid text, before any change.
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
