import type { Answered, Client } from '../../../../client/src/index.ts';
import { t } from '../../texts/text.ts';

type TierPrice = Answered<'tierPriceStorage', 'get'>[number];

/** A price by group and quantity as the form has it. */
export interface TierRow {
  /** Identifies the row while it is edited. */
  readonly key: number;
  /** Id of the website; 0: all. */
  readonly website: string;
  /** Name of the customer group. */
  readonly group: string;
  readonly quantity: string;
  /** `fixed`: a price of each; `discount`: percent off. */
  readonly type: string;
  readonly price: string;
}

/** The name that prices for all customer groups have. */
export const ALL_GROUPS = 'all groups';

/** A row without input. */
export const emptyTier: Omit<TierRow, 'key' | 'type'> = { website: '0', group: ALL_GROUPS, quantity: '', price: '' };

/** The row of a stored price. */
export function rowOf(price: TierPrice, key: number): TierRow {
  return {
    key,
    website: String(price.website_id ?? 0),
    group: price.customer_group ?? '',
    quantity: String(price.quantity ?? ''),
    type: price.price_type ?? 'fixed',
    price: String(price.price ?? ''),
  };
}

/** A product has one price for each website, group and quantity. */
const placeOf = ({ website, group, quantity }: TierRow): string =>
  JSON.stringify([website, group.toLowerCase(), Number(quantity)]);

/** The rows that are new or have another value, and the stored ones that are no more. */
export function changesOf(stored: readonly TierRow[], rows: readonly TierRow[]) {
  const before = new Map(stored.map((row) => [placeOf(row), row]));
  const places = new Set(rows.map(placeOf));
  return {
    changed: rows.filter((row) => {
      const one = before.get(placeOf(row));
      return one?.type !== row.type || one.price !== row.price;
    }),
    removed: stored.filter((row) => !places.has(placeOf(row))),
  };
}

/** The reason why rows cannot be saved. */
export function problemOf(rows: readonly TierRow[]): string | undefined {
  return new Set(rows.map(placeOf)).size < rows.length
    ? t('Two prices are for the same website, customer group and quantity.')
    : undefined;
}

/** Saves changed prices and deletes removed ones. Throws for rejected rows. */
export async function saveTierPrices(
  client: Client,
  sku: string,
  stored: readonly TierRow[],
  rows: readonly TierRow[],
): Promise<void> {
  const { changed, removed } = changesOf(stored, rows);
  const inputOf = ({ website, group, quantity, type, price }: TierRow) => ({
    sku,
    website_id: Number(website),
    customer_group: group,
    quantity: Number(quantity),
    price_type: type,
    price: Number(price),
  });
  if (changed.length > 0) throwFaults(await client.tierPriceStorage.update({ prices: changed.map(inputOf) }));
  if (removed.length > 0) throwFaults(await client.tierPriceStorage.delete({ prices: removed.map(inputOf) }));
}

/** Throws the errors of the rows that the server rejected. */
function throwFaults(faults: Answered<'tierPriceStorage', 'update'>): void {
  // The preview of a call has no response.
  if (!Array.isArray(faults) || faults.length === 0) return;
  const texts = faults.map(({ message, parameters }) => {
    const values = [...(parameters ?? [])];
    return (message ?? '').replace(/%\w+/g, (name) => values.shift() ?? name);
  });
  throw new Error(texts.join(' '));
}
