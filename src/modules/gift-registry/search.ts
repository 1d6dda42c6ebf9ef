import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import type { GraphQLTypes } from '../../kernel/graphql.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { loadRegistrants } from './registrants.ts';
import { areEnabled, findRegistryByUid, isOpenTo, readRegistry, type Registry } from './registries.ts';
import { registryTypes } from './registry-types.ts';
import { nameKey, type RegistrantTable } from './storefront-tables.ts';

/** Registries in the response of a search, the newest. */
const MOST_RESULTS = 100;

type SearchResult = GraphQLTypes['GiftRegistrySearchResult'];

/** Searches the public and active registries of a website by a key of their registrants; `hasType`: those of a type. */
const searchBy = (column: 'email_key' | 'name_key', { hasType = false } = {}) =>
  prepared((db, p: Params<{ key: string; websiteId: number; type: string }>) =>
    db
      .selectFrom('gift_registry')
      .selectAll()
      .where('is_public', '=', 1)
      .where('is_active', '=', 1)
      .where('website_id', '=', p.websiteId)
      .$if(hasType, (query) => query.where('type', '=', p.type))
      .where('id', 'in', (eb) =>
        eb.selectFrom('gift_registry_registrant').select('registry_id').where(keyColumn(column), '=', p.key),
      )
      .orderBy('id', 'desc')
      .limit(MOST_RESULTS),
  );
const keyColumn = <C extends keyof RegistrantTable>(column: C): C => column;
const byEmail = searchBy('email_key');
const byName = searchBy('name_key');
const byNameAndType = searchBy('name_key', { hasType: true });

/** The open registries with a registrant of an email address. */
export async function searchByEmail(call: Call, email: string): Promise<SearchResult[]> {
  if (!areEnabled(call)) return [];
  const key = foldText(email.trim());
  const rows = await byEmail(call.db, { key, websiteId: call.scope.websiteId, type: '' });
  return resultsOf(call, rows.map(readRegistry));
}

/** The open registry with a public id, as a list. */
export async function searchByUid(call: Call, uid: string): Promise<SearchResult[]> {
  const found = areEnabled(call) ? await findRegistryByUid(call, uid) : undefined;
  return found && isOpenTo(found, call.scope.websiteId) ? resultsOf(call, [found]) : [];
}

/** The open registries with a registrant of a name; `typeId`: only those of this type. */
export async function searchByName(
  call: Call,
  firstName: string,
  lastName: string,
  typeId: number | undefined,
): Promise<SearchResult[]> {
  if (!areEnabled(call)) return [];
  const search = { key: nameKey(firstName, lastName), websiteId: call.scope.websiteId };
  if (typeId === undefined) return resultsOf(call, (await byName(call.db, { ...search, type: '' })).map(readRegistry));
  const type = (await registryTypes(call)).find(({ id }) => id === typeId);
  if (!type) return [];
  return resultsOf(call, (await byNameAndType(call.db, { ...search, type: type.code })).map(readRegistry));
}

async function resultsOf(call: Call, registries: readonly Registry[]): Promise<SearchResult[]> {
  if (registries.length === 0) return [];
  const types = await registryTypes(call);
  const registrants = await loadRegistrants(
    call,
    registries.map(({ id }) => id),
  );
  return registries.map(({ id, uid, title, type, event }) => ({
    event_date: event.event_date ?? null,
    event_title: title,
    gift_registry_uid: uid,
    location: event.event_location ?? null,
    name: (registrants.get(id) ?? []).map(({ firstname, lastname }) => `${firstname} ${lastname}`).join(', '),
    type: types.find(({ code }) => code === type)?.label ?? null,
  }));
}
