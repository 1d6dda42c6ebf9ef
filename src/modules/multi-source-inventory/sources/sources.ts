import { sql, type Selectable } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { PlatformError } from '../../../kernel/errors.ts';
import type { Always } from '../../../kernel/fields.ts';
import { entriesOf, keysOf, recordOf } from '../../../kernel/own-fields.ts';
import { foldText } from '../../../kernel/fold.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import { isUniqueViolation } from '../../../storage/errors.ts';
import { insertRows } from '../../../storage/rows.ts';
import { fold, inTexts } from '../../../storage/sql.ts';
import { DEFAULT_SOURCE } from '../../inventory/extensions.ts';
import { sourceErrors, together } from '../errors.ts';
import { indexStocks } from '../source-items/stock-index.ts';
import type { SourceTable } from '../tables.ts';
import type { SourceInput, SourceOutput } from '../types.ts';

type SourceRow = Selectable<SourceTable>;
/** A source in the response format. */
type ShownSource = Always<SourceOutput, 'source_code'>;

/** Text and number columns that are stored unchanged. */
const plain = [
  'name',
  'email',
  'contact_name',
  'description',
  'latitude',
  'longitude',
  'country_id',
  'region_id',
  'region',
  'city',
  'street',
  'postcode',
  'phone',
  'fax',
] as const satisfies readonly (keyof SourceRow & keyof SourceInput)[];

const numbers = new Set(['latitude', 'longitude', 'region_id']);

const fields: Record<string, SearchField> = {
  ...Object.fromEntries(plain.map((name) => [name, { kind: numbers.has(name) ? 'number' : 'text' } as const])),
  source_code: { kind: 'text', notNull: true },
  enabled: { kind: 'flag', notNull: true },
  is_pickup_location_active: { kind: 'flag', notNull: true },
  // All sources use the carriers of the shop.
  use_default_carrier_config: { kind: 'flag', column: sql`1`, notNull: true },
  frontend_name: { kind: 'text' },
  frontend_description: { kind: 'text' },
};

/** Lists sources. */
export function listSources(call: Call, criteria: SearchCriteria): Promise<FoundList<SourceOutput>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('inventory_source'),
    key: 'inventory_source.source_code',
    fields,
    load: async (_, codes: readonly string[]) => {
      const rows = await findSources(call, codes);
      return new Map(rows.map((row) => [row.source_code, presentSource(row)]));
    },
  });
}

/** The sources with these codes, unordered. */
async function findSources(call: Call, codes: readonly string[]): Promise<SourceRow[]> {
  return call.db.selectFrom('inventory_source').selectAll().where(inTexts('source_code', codes)).execute();
}

/** All sources, by code. */
export async function allSources(call: Call): Promise<ShownSource[]> {
  return (await call.db.selectFrom('inventory_source').selectAll().orderBy('source_code').execute()).map(presentSource);
}

/** The source with a code. Throws 404. */
export async function getSource(call: Call, code: string): Promise<SourceOutput> {
  const [row] = await findSources(call, [code]);
  if (!row) throw sourceErrors.noSource({ value: code });
  return presentSource(row);
}

/** The sources of a stock by priority, including disabled ones; empty if the stock does not exist. */
export async function sourcesByPriority(call: Call, stockId: number): Promise<ShownSource[]> {
  const rows = await call.db
    .selectFrom('inventory_source_stock_link as l')
    .innerJoin('inventory_source as s', 's.source_code', 'l.source_code')
    .selectAll('s')
    .where('l.stock_id', '=', stockId)
    .orderBy('l.priority')
    .orderBy('s.source_code')
    .execute();
  return rows.map(presentSource);
}

/** A source without null fields. */
function presentSource(row: SourceRow): ShownSource {
  const filledFields = Object.fromEntries(plain.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]])));
  const { frontend_description } = row;
  return {
    source_code: row.source_code,
    ...filledFields,
    enabled: row.enabled === 1,
    use_default_carrier_config: true,
    carrier_links: [],
    extension_attributes: {
      is_pickup_location_active: row.is_pickup_location_active === 1,
      frontend_name: row.frontend_name ?? row.name,
      ...(frontend_description === null ? {} : { frontend_description }),
    },
  };
}

/**
 * Creates a source, or changes the one with its code: omitted fields stay unchanged, null clears a field. Throws 400
 * for invalid values, and for the name of another source.
 */
export async function saveSource(call: Call, input: SourceInput): Promise<void> {
  const code = input.source_code ?? '';
  const [before] = await findSources(call, [code]);
  const row = changed(before, code, input);
  const error = together(faults(input, row), sourceErrors.validationFailed);
  if (error) throw error;
  if (!before) await requireOwnCode(call, code);
  try {
    const update = keysOf(row).filter((column) => column !== 'source_code');
    await insertRows(call.db, 'inventory_source', [row], { onConflict: { key: ['source_code'], update } });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw sourceErrors.sourceNotSaved(undefined, { cause: error });
  }
  await call.services.multiSource.network.invalidate(call);
  if (before && before.enabled !== row.enabled) await indexStocks(call, { source: code });
}

/** Throws 400 when another source has the same code in different case: readers could not tell them apart. */
async function requireOwnCode(call: Call, code: string): Promise<void> {
  const query = call.db
    .selectFrom('inventory_source')
    .select('source_code')
    .where(fold('source_code'), '=', foldText(code));
  if ((await query.execute()).length > 0) throw sourceErrors.sourceNotSaved();
}

function changed(before: SourceRow | undefined, code: string, input: SourceInput): SourceRow {
  const extensions = input.extension_attributes ?? {};
  const withStored = <K extends keyof SourceRow>(name: K, value: SourceRow[K] | undefined): SourceRow[K] =>
    value === undefined ? (before?.[name] ?? (null as SourceRow[K])) : value;
  const flag = (value: boolean | null | undefined): 0 | 1 | undefined =>
    value === undefined || value === null ? undefined : value ? 1 : 0;
  return {
    source_code: code,
    ...(Object.fromEntries(plain.map((name) => [name, withStored(name, input[name])])) as Pick<
      SourceRow,
      (typeof plain)[number]
    >),
    enabled: flag(input.enabled) ?? before?.enabled ?? 1,
    is_pickup_location_active: flag(extensions.is_pickup_location_active) ?? before?.is_pickup_location_active ?? 0,
    frontend_name: withStored('frontend_name', extensions.frontend_name),
    frontend_description: withStored('frontend_description', extensions.frontend_description),
  };
}

/** Maximum lengths of the interface's own columns, in characters; a country code has two. */
const longest = {
  ...recordOf([...plain, 'source_code', 'frontend_name'], () => 255),
  country_id: 2,
  description: 65_535,
  frontend_description: 65_535,
};
/** Largest absolute values of coordinates, in degrees. */
const farthest = { latitude: 90, longitude: 180 } as const;

/** Errors of size in a source. */
function sizeFaults(row: SourceRow): PlatformError[] {
  return [
    ...entriesOf(longest).flatMap(([field, max]) => {
      const value = row[field];
      return typeof value === 'string' && value.length > max ? [sourceErrors.tooLong({ field, max })] : [];
    }),
    ...entriesOf(farthest).flatMap(([field, max]) =>
      Math.abs(row[field] ?? 0) <= max ? [] : [sourceErrors.notOnEarth({ field, max })],
    ),
  ];
}

/** The violated rules, in the interface's order. Every save needs a name, a postcode and a country. */
function faults(input: SourceInput, row: SourceRow): PlatformError[] {
  const isBlank = (value: string | null | undefined): boolean => !value?.trim();
  const found: PlatformError[] = [];
  if (isBlank(input.name)) found.push(sourceErrors.empty({ field: 'name' }));
  found.push(...codeFaults(row.source_code));
  for (const field of ['postcode', 'country_id'] as const) {
    if (isBlank(input[field])) found.push(sourceErrors.empty({ field }));
  }
  found.push(...sizeFaults(row));
  const isPickup = row.is_pickup_location_active === 1;
  for (const field of ['city', 'street', 'phone'] as const) {
    if (isPickup && isBlank(row[field])) found.push(sourceErrors.pickupField({ field }));
  }
  const isDefault = row.source_code === DEFAULT_SOURCE;
  if (isDefault && isPickup) found.push(sourceErrors.defaultPickup());
  if (isDefault && row.enabled === 0) found.push(sourceErrors.defaultDisabled());
  if (input.carrier_links && input.carrier_links.length > 0) {
    found.push(sourceErrors.ownCarriers({ field: 'carrier_links' }));
  }
  return found;
}

function codeFaults(code: string): PlatformError[] {
  if (code.trim() === '') return [sourceErrors.empty({ field: 'source_code' })];
  if (/\s/.test(code)) return [sourceErrors.whitespace({ field: 'source_code' })];
  // The interface rejects template directives.
  return /\$:*\{.*\}/.test(code) ? [sourceErrors.validationFailed()] : [];
}
