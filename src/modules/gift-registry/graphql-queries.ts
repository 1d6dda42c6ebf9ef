import type { Call } from '../../kernel/call.ts';
import { extendType, queries, sharedQueries } from '../../kernel/graphql.ts';
import { idOf } from '../../kernel/uids.ts';
import { registryErrors } from './errors.ts';
import { areEnabled, findRegistryByUid, isOpenTo, isOwn, registriesOf, type Registry } from './registries.ts';
import { registryTypes } from './registry-types.ts';
import { searchByEmail, searchByName, searchByUid } from './search.ts';

/** The caller's registry with a public id. Throws the same 404 for one of somebody else and for an unknown one. */
export async function ownRegistry(call: Call, uid: string): Promise<Registry> {
  const found = areEnabled(call) ? await findRegistryByUid(call, uid) : undefined;
  if (!found || !isOwn(call, found)) throw registryErrors.unknown();
  return found;
}

/** The registry with a public id that the caller may see: the caller's own, or an open one. Throws 404 for all others. */
async function visibleRegistry(call: Call, uid: string): Promise<Registry> {
  const found = areEnabled(call) ? await findRegistryByUid(call, uid) : undefined;
  if (!found || !(isOwn(call, found) || isOpenTo(found, call.scope.websiteId))) throw registryErrors.unknown();
  return found;
}

const registryQueries = queries((t) => ({
  giftRegistry: t.field('GiftRegistry', { giftRegistryUid: 'ID!' }, (_, { giftRegistryUid }, call) =>
    visibleRegistry(call, giftRegistryUid),
  ),
  giftRegistryEmailSearch: t.field('[GiftRegistrySearchResult]', { email: 'String!' }, (_, { email }, call) =>
    searchByEmail(call, email),
  ),
  giftRegistryIdSearch: t.field(
    '[GiftRegistrySearchResult]',
    { giftRegistryUid: 'ID!' },
    (_, { giftRegistryUid }, call) => searchByUid(call, giftRegistryUid),
  ),
  giftRegistryTypeSearch: t.field(
    '[GiftRegistrySearchResult]',
    { firstName: 'String!', lastName: 'String!', giftRegistryTypeUid: 'ID' },
    (_, { firstName, lastName, giftRegistryTypeUid: uid }, call) =>
      searchByName(call, firstName, lastName, uid == null ? undefined : (idOf(uid) ?? 0)),
  ),
}));

const typeQueries = sharedQueries((t) => ({
  giftRegistryTypes: t.field('[GiftRegistryType]', {}, (_, __, call) => (areEnabled(call) ? registryTypes(call) : [])),
}));

const customerFields = extendType('Customer', (t) => ({
  gift_registries: t.field('[GiftRegistry]', async ({ customer }, _, call) =>
    areEnabled(call) ? await registriesOf(call, customer.id) : [],
  ),
  gift_registry: t.field('GiftRegistry', { giftRegistryUid: 'ID!' }, (_, { giftRegistryUid }, call) =>
    ownRegistry(call, giftRegistryUid),
  ),
}));

/** The queries of gift registries. */
export const registryQueryDeclarations = [registryQueries, typeQueries, customerFields];
