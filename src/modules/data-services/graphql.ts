import { hash } from 'node:crypto';
import type { Call } from '../../kernel/call.ts';
import { queries, valueTypes, type GraphQLTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import type { Setting } from '../../kernel/settings.ts';
import { accountSettings } from '../customer/configuration.ts';
import { eventTargets } from './configuration.ts';

const values = valueTypes({
  ExperienceConnectorContext: { datastream_id: 'String' },
  StorefrontInstanceContext: {
    base_currency_code: 'String',
    catalog_extension_version: 'String',
    customer_group: 'String',
    environment: 'String',
    environment_id: 'String',
    ims_org_id: 'String',
    store_code: 'String',
    store_id: 'Int',
    store_name: 'String',
    store_url: 'String',
    store_view_code: 'String',
    store_view_currency_code: 'String',
    store_view_id: 'Int',
    store_view_name: 'String',
    storefront_template: 'String',
    website_code: 'String',
    website_id: 'Int',
    website_name: 'String',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

/** Group of visitors who are not signed in. */
const VISITORS = 0;

/** The caller's group as the catalogue service names it, SHA-1 of its id; null where storefronts do not learn groups. */
async function groupOf(call: Call): Promise<string | null> {
  const { config, scope, services } = call;
  if (!config.of(accountSettings.sharesGroup, { storeId: scope.storeId })) return null;
  return hash('sha1', String((await services.customer.groupOfCaller(call)) ?? VISITORS));
}

/** A setting of the call's store view; null for an empty one. */
function idIn({ config, scope: { storeId } }: Call, of: Setting<string>): string | null {
  return config.of(of, { storeId }) || null;
}

/** The place of a storefront's visitor, for events. */
async function instanceContext(call: Call): Promise<GraphQLTypes['StorefrontInstanceContext']> {
  const { store } = call.services;
  const view = store.view(call.scope.storeId) ?? store.defaultStoreView();
  const [group, website] = [store.group(view.store_group_id), store.website(view.website_id)];
  const { base_currency_code, default_display_currency_code, secure_base_link_url } = store.storeConfig(call, view);
  return {
    base_currency_code,
    // The catalogue is not exported by an extension, and the shop has no template of its own.
    catalog_extension_version: null,
    storefront_template: null,
    customer_group: await groupOf(call),
    environment: idIn(call, eventTargets.environment),
    environment_id: idIn(call, eventTargets.environmentId),
    ims_org_id: idIn(call, eventTargets.organization),
    store_code: group?.code,
    store_id: group?.id,
    store_name: group?.name,
    store_url: secure_base_link_url,
    store_view_code: view.code,
    store_view_currency_code: default_display_currency_code,
    store_view_id: view.id,
    store_view_name: view.name,
    website_code: website?.code,
    website_id: website?.id,
    website_name: website?.name,
  };
}

const contextQueries = queries((t) => ({
  dataServicesStorefrontInstanceContext: t.field('StorefrontInstanceContext', (_, __, call) => instanceContext(call)),
  experienceConnectorContext: t.field('ExperienceConnectorContext', (_, __, call) => ({
    datastream_id: idIn(call, eventTargets.datastream),
  })),
}));

/** Contexts of storefronts that report events of their visitors. */
export const dataServicesDeclarations = [values, contextQueries];
