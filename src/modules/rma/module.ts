import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { returnEntity } from './changes.ts';
import { returnCommands } from './commands.ts';
import { returnConfiguration } from './configuration.ts';
import { returnConfirmationTemplate } from './confirmation-mail.ts';
import { demoReturns } from './demo.ts';
import { guestReturnDeclarations } from './graphql-guests.ts';
import { orderReturnDeclarations, returnAction } from './graphql-orders.ts';
import { returnItemEntity, returnMetadataDeclarations } from './graphql-metadata.ts';
import { returnRequestDeclarations } from './graphql-requests.ts';
import { returnDeclarations } from './graphql.ts';
import { install } from './install.ts';
import { returnMailTemplates } from './mails.ts';
import { itemStatusSource } from './metadata.ts';
import { returnableAttributes, returnableField, returnableSource } from './returnability.ts';
import { storeMovedReturn } from './moved.ts';
import { returnRoutes } from './routes.ts';
import { migrations } from './tables.ts';

export const rma = module({
  name: 'Rma',
  edition: 'commercial',
  needs: ['store', 'directory', 'eav', 'customer', 'catalog', 'sales'],
  acl: declaredAcl,
  configuration: returnConfiguration,
  routes: returnRoutes,
  graphql: [
    ...returnDeclarations,
    ...orderReturnDeclarations,
    ...returnRequestDeclarations,
    ...guestReturnDeclarations,
    ...returnMetadataDeclarations,
    returnableField,
  ],
  migrations,
  unshown: ['rma'],
  commandGroup: 'orders',
  commands: returnCommands,
  install,
  contributes: {
    changedEntities: [returnEntity],
    demoParts: [demoReturns],
    movedReturns: [storeMovedReturn],
    attributes: [returnableAttributes],
    attributeSources: [itemStatusSource, returnableSource],
    orderActions: [returnAction],
    shownEntities: [returnItemEntity],
    mailTemplates: [...returnMailTemplates, returnConfirmationTemplate],
  },
});
