import type { RouteCall } from '../calls.ts';
import { textOf } from '../values.ts';
import type { Choice, Options, OptionSource, RecordFields } from './entity.ts';

/** Most records that a choice offers. */
const MOST = 500;
const all = { searchCriteria: { page_size: MOST } };

const websites: Choice = { route: 'GET /V1/store/websites', value: 'id', label: 'name' };
const storeViews: Choice = { route: 'GET /V1/store/storeViews', value: 'id', label: 'name' };
const groups: Choice = { route: 'GET /V1/customerGroups/search', sent: all, value: 'id', label: 'code' };
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
  tax_country_id: countries,
};

/** The options of the choices of some fields. Choices that cannot be read are absent: their fields take what is typed. */
export async function readChoices(
  call: RouteCall,
  choices: Readonly<Record<string, Choice>>,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Options>> {
  const reads = new Map<OptionSource, Promise<Options | undefined>>();
  const entries = names.map(async (name) => {
    const choice = Object.hasOwn(choices, name) ? choices[name] : undefined;
    if (!choice) return [];
    if (!('route' in choice)) return [[name, choice] as const];
    const read = reads.get(choice) ?? readOptions(call, choice, signal).catch(() => undefined);
    reads.set(choice, read);
    const options = await read;
    return options ? [[name, options] as const] : [];
  });
  return new Map((await Promise.all(entries)).flat());
}

async function readOptions(call: RouteCall, source: OptionSource, signal: AbortSignal): Promise<Options> {
  const answer = await call<readonly RecordFields[] | { readonly items: readonly RecordFields[] }>(
    source.route,
    source.sent,
    { signal },
  );
  const records = 'items' in answer ? answer.items : answer;
  return records
    .filter((record) => !isOfAdministration(source, record))
    .map((record) => [textOf(record[source.value]), textOf(record[source.label])] as const);
}

/** The website and the store view of the administration hold no values of their own. */
function isOfAdministration({ route }: OptionSource, { code }: RecordFields): boolean {
  return route.startsWith('GET /V1/store/') && code === 'admin';
}
