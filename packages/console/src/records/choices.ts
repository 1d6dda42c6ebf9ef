import type { RouteCall } from '../calls.ts';
import { textOf } from '../values.ts';
import type { Choice, Options, OptionSource, RecordFields } from './entity.ts';

/** Most records that a choice offers. */
const MOST = 500;
const all = { searchCriteria: { page_size: MOST } };

const websites: Choice = { route: 'GET /V1/store/websites', value: 'id', label: 'name' };
/** The store views of the shop. */
export const storeViews: OptionSource = { route: 'GET /V1/store/storeViews', value: 'id', label: 'name' };
const groups: Choice = { route: 'GET /V1/customerGroups/search', sent: all, value: 'id', label: 'code' };
/** The regions of all countries. */
export const regions: OptionSource = {
  route: 'GET /V1/directory/countries',
  list: 'available_regions',
  country: 'id',
  value: 'id',
  label: 'name',
};
const countries: Choice = { route: 'GET /V1/directory/countries', value: 'id', label: 'full_name_english' };

/** Choices of fields that have the same meaning in all entities. */
export const commonChoices: Readonly<Record<string, Choice>> = {
  website_id: websites,
  website_ids: websites,
  exclude_website_ids: websites,
  store_id: storeViews,
  group_id: groups,
  customer_group_ids: groups,
  country_id: countries,
  region_id: regions,
  tax_country_id: countries,
};

/** The options of the choices of some fields of a record. Choices that cannot be read are absent: their fields take what is typed. */
export async function readChoices(
  call: RouteCall,
  choices: Readonly<Record<string, Choice>>,
  names: readonly string[],
  signal: AbortSignal,
  record: RecordFields = {},
): Promise<ReadonlyMap<string, Options>> {
  const reads = new Map<OptionSource, Promise<Options | undefined>>();
  const entries = names.map(async (name) => {
    const choice = Object.hasOwn(choices, name) ? choices[name] : undefined;
    if (!choice) return [];
    if (!('route' in choice)) return [[name, choice] as const];
    const read = reads.get(choice) ?? readOptions(call, choice, record, signal).catch(() => undefined);
    reads.set(choice, read);
    const options = await read;
    return options ? [[name, options] as const] : [];
  });
  return new Map((await Promise.all(entries)).flat());
}

async function readOptions(
  call: RouteCall,
  source: OptionSource,
  shown: RecordFields,
  signal: AbortSignal,
): Promise<Options> {
  const { route, sent, value, label, country, first } = source;
  const response = await call<unknown>(route, typeof sent === 'function' ? sent(shown) : sent, { signal });
  const options = recordsIn(response)
    .filter((record) => !isOfAdministration(route, record))
    .flatMap((record) =>
      entriesOf(source, record).map((entry) => {
        const [key, text] = [textOf(entry[value]), textOf(entry[label])];
        return country === undefined ? ([key, text] as const) : ([key, text, textOf(record[country])] as const);
      }),
    );
  return first ? [first, ...options] : options;
}

/** The records of a list, of a page of one, or a single record. */
function recordsIn(response: unknown): readonly RecordFields[] {
  if (Array.isArray(response)) return response;
  const { items } = Object(response) as { readonly items?: readonly RecordFields[] };
  return items ?? [Object(response) as RecordFields];
}

/** The choices that a listed record stands for, without empty ones. */
function entriesOf({ list, value }: OptionSource, record: RecordFields): readonly RecordFields[] {
  if (list === undefined) return [record];
  const entries = record[list];
  return Array.isArray(entries) ? entries.filter((entry: RecordFields) => textOf(entry[value]) !== '') : [];
}

/** Whether a record is the website or the store view of the administration, which hold no values of their own. */
export function isOfAdministration(route: string, { code }: RecordFields): boolean {
  return route.startsWith('GET /V1/store/') && code === 'admin';
}
