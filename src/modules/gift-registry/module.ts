import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { QuoteAddressExtensionAttributes } from '../quote/types.ts';
import { registryCommands } from './commands.ts';
import { registryConfiguration } from './configuration.ts';
import { demoRegistry } from './demo.ts';
import { followGifts } from './gifts.ts';
import { registryTypeDeclarations } from './graphql.ts';
import { registryChangeDeclarations } from './graphql-changes.ts';
import { registryQueryDeclarations } from './graphql-queries.ts';
import { registryMailTemplates } from './mails.ts';
import { registryRoutes } from './routes.ts';
import { deleteRegistriesOf } from './save.ts';
import { cartsToRegistries, ordersForRegistries } from './shipping.ts';
import { migrations } from './tables.ts';

/** Gift registries, and carts that are shipped to their owners. */
export const giftRegistry = module({
  name: 'GiftRegistry',
  edition: 'commercial',
  needs: ['directory', 'customer', 'catalog', 'storefront', 'quote'],
  configuration: registryConfiguration,
  routes: registryRoutes,
  migrations,
  commandGroup: 'people',
  commands: registryCommands,
  graphql: [...registryTypeDeclarations, ...registryQueryDeclarations, ...registryChangeDeclarations],
  unshown: [
    'gift_registry',
    'gift_registry_item',
    'gift_registry_gift',
    'gift_registry_invitation',
    'gift_registry_registrant',
  ],
  extends: [{ type: QuoteAddressExtensionAttributes, fields: { gift_registry_id: t.optional(t.integer) } }],
  contributes: {
    demoParts: [demoRegistry],
    cartExtensions: [cartsToRegistries],
    customerExtensions: [{ fields: [], remove: (call, { id }) => deleteRegistriesOf(call, id) }],
    orderExtensions: [ordersForRegistries],
    orderFollowers: [followGifts],
    mailTemplates: registryMailTemplates,
  },
});
