import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Call, Scope } from '../../kernel/call.ts';
import type { GraphQLService } from '../../kernel/graphql-services.ts';
import { uidOf } from '../../kernel/uids.ts';
import { isShared, trustsGroupHeader } from './configuration.ts';
import { catalogServiceErrors } from './errors.ts';
import { queryDeclarations } from './queries.ts';

/** The request headers of the service. `Magento-Environment-Id` and `X-Api-Key` are accepted and have no effect. */
const headerNames = {
  view: 'magento-store-view-code',
  website: 'magento-website-code',
  store: 'magento-store-code',
  group: 'magento-customer-group',
};

/** The catalogue service with search and recommendations, as a schema of its own. */
export const catalogServiceSchema: GraphQLService = {
  path: '/cs-graphql',
  declarations: queryDeclarations,
  names: { SearchAggregation: 'Aggregation', ViewPrice: 'Price', ViewPriceAdjustment: 'PriceAdjustment' },
  // `ProductInterface.price` has the other type `Price`; the others have the same names as queries of the service.
  replaces: { Query: ['products', 'categories'], ProductInterface: ['price'] },
  isShared,
  viewHeader: headerNames.view,
  varies: ['Magento-Store-View-Code', 'Magento-Website-Code', 'Magento-Store-Code', 'Magento-Customer-Group'],
  scopeOf(call, headers) {
    checkStore(call, headers);
    return { ...call.scope, ...groupIn(call, headers) };
  },
};

function textOf(headers: IncomingHttpHeaders, name: keyof typeof headerNames): string | undefined {
  const value = headers[headerNames[name]];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Throws when the headers name another website or store than those of the store view. */
function checkStore(call: Call, headers: IncomingHttpHeaders): void {
  const { store } = call.services;
  const [website, group] = [textOf(headers, 'website'), textOf(headers, 'store')];
  if (website !== undefined && store.website(website)?.id !== call.scope.websiteId)
    throw catalogServiceErrors.website([website]);
  const own = store.view(call.scope.storeId)?.store_group_id;
  if (group !== undefined && store.group(group)?.id !== own) throw catalogServiceErrors.store([group]);
}

/**
 * The customer group that the headers name, if they are trusted. A signed-in customer has the prices of the own group. A
 * storefront names a group by the SHA-1 of its id, or by its uid.
 */
function groupIn(call: Call, headers: IncomingHttpHeaders): Pick<Scope, 'customerGroup'> {
  const name = textOf(headers, 'group');
  const { storeId } = call.scope;
  if (name === undefined || call.caller.type === 'customer' || !call.config.of(trustsGroupHeader, { storeId }))
    return {};
  const found = call.services.customer
    .allGroups()
    .find(({ id }) => [hash('sha1', String(id)), uidOf(id), String(id)].includes(name));
  return found ? { customerGroup: found.id } : {};
}
