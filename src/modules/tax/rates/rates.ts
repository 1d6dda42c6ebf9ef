import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import type { In, Out } from '../../../kernel/types.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import { decodeDocument } from '../../../storage/documents.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../../storage/errors.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import { taxErrors } from '../errors.ts';
import type { TaxRateRow } from '../tables.ts';
import type { TaxRate } from '../types.ts';
import { checkRate, percentOf, readRate, type CompleteRate } from './read-rate.ts';

type ShownRate = Out<typeof TaxRate>;

const selectByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('tax_calculation_rate').selectAll().where(inIds('tax_calculation_rate_id', p.ids)),
);

/** The rate with an id. Throws 404. */
export async function getRate(call: Call, id: number): Promise<TaxRateRow> {
  const [row] = Number.isSafeInteger(id) ? await selectByIds(call.db, { ids: [id] }) : [];
  if (!row) throw platformErrors.noSuchEntity({ fieldName: 'taxRateId', fieldValue: id });
  return row;
}

const selectByCode = prepared((db, p: Params<{ code: string }>) =>
  db.selectFrom('tax_calculation_rate').selectAll().where('code', '=', p.code),
);
const selectAfter = prepared((db, p: Params<{ after: number; most: number }>) =>
  db
    .selectFrom('tax_calculation_rate')
    .selectAll()
    .where('tax_calculation_rate_id', '>', p.after)
    .orderBy('tax_calculation_rate_id')
    .limit(p.most),
);

/** The rate with a code; undefined for an unknown one. */
export async function rateByCode(call: Call, code: string): Promise<TaxRateRow | undefined> {
  return (await selectByCode(call.db, { code }))[0];
}

/** Rates behind an id, in order of ids, so many at most. */
export function ratesAfter(call: Call, after: number, most: number): Promise<TaxRateRow[]> {
  return selectAfter(call.db, { after, most });
}

/** Titles of a rate by store id. */
export function titlesOf(document: string): Readonly<Record<string, string>> {
  return decodeDocument<Record<string, string>>(document);
}

/**
 * A rate in wire format. As in the interface, the response to a save has code, percentage and titles of the request,
 * even if the stored values differ.
 */
export function showRate({ tax_calculation_rate_id, ...row }: TaxRateRow, input?: CompleteRate): ShownRate {
  const { titles, ...fields } = row;
  const storedTitles = Object.entries(titlesOf(titles)).map(([store_id, value]) => ({ store_id, value }));
  const view = { id: tax_calculation_rate_id, ...fields, titles: storedTitles };
  if (!input) return view;
  const sentTitles = input.titles?.map(({ store_id = null, value = null }) => ({ store_id, value }));
  return { ...view, code: input.code, rate: percentOf(input), titles: sentTitles ?? storedTitles };
}

const fields: Record<string, SearchField> = {
  id: { kind: 'integer', column: 'tax_calculation_rate_id', notNull: true },
  tax_calculation_rate_id: { kind: 'integer', notNull: true },
  tax_country_id: { kind: 'text', notNull: true },
  tax_region_id: { kind: 'integer', notNull: true },
  region_name: { kind: 'text' },
  tax_postcode: { kind: 'text', notNull: true },
  zip_is_range: { kind: 'flag' },
  zip_from: { kind: 'integer' },
  zip_to: { kind: 'integer' },
  rate: { kind: 'number', notNull: true },
  code: { kind: 'text', notNull: true },
};

/** Lists rates. */
export function listRates(call: Call, criteria: SearchCriteria): Promise<FoundList<TaxRateRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('tax_calculation_rate'),
    key: 'tax_calculation_rate_id',
    fields,
    load: async (_, ids: readonly number[]) => {
      const rows = await selectByIds(call.db, { ids });
      return new Map(rows.map((row) => [row.tax_calculation_rate_id, row]));
    },
  });
}

/** Creates a rate, or replaces the one with the id of the request; absent titles stay unchanged. */
export async function saveRate(call: Call, input: In<typeof TaxRate>): Promise<ShownRate> {
  if (input.id) await getRate(call, input.id);
  const complete = checkRate(call, input);
  const values = readRate(call, complete);
  const row = await unlessTaken(input.id ? replace(call, input.id, values) : insert(call, values));
  await call.services.tax.rateCache.invalidate(call);
  return showRate(row, complete);
}

function insert(call: Call, values: ReturnType<typeof readRate>): Promise<TaxRateRow> {
  return call.db
    .insertInto('tax_calculation_rate')
    .values({ titles: '{}', ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function replace(call: Call, id: number, values: ReturnType<typeof readRate>): Promise<TaxRateRow> {
  const row = await call.db
    .updateTable('tax_calculation_rate')
    .set(values)
    .where('tax_calculation_rate_id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw platformErrors.noSuchEntity({ fieldName: 'taxRateId', fieldValue: id });
  return row;
}

async function unlessTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error, 'tax_calculation_rate_code') ? taxErrors.exists(['Code']) : error;
  }
}

/** Deletes a rate. Throws 404, and 400 when a rule has it. */
export async function deleteRate(call: Call, id: number): Promise<void> {
  await getRate(call, id);
  try {
    await call.db.deleteFrom('tax_calculation_rate').where('tax_calculation_rate_id', '=', id).execute();
  } catch (error) {
    throw isForeignKeyViolation(error) ? taxErrors.rateInRules() : error;
  }
  await call.services.tax.rateCache.invalidate(call);
}
