import { groupFact } from './graphql/response-facts.ts';
import { customerGraphql } from './graphql/declarations.ts';
import { module } from '../../kernel/module.ts';
import { accountRoutes } from './accounts/routes.ts';
import { accountTemplates } from './accounts/templates.ts';
import { customerEntity, customerGroupEntity } from './changes.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { attributeObservers } from './attributes-observer.ts';
import { customerCommands } from './commands.ts';
import { customerConfiguration } from './configuration.ts';
import { addressRoutes } from './customers/address-routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { attributeDownloads } from './files/download.ts';
import { attributeUploadDeclarations, attributeUploads } from './files/uploads.ts';
import { install } from './install.ts';
import { formRule } from './metadata/form-rules.ts';
import { metadataRoutes } from './metadata/routes.ts';
import { attributeSources } from './metadata/sources.ts';
import { customerRoutes } from './routes.ts';
import { createCustomerService } from './service.ts';
import { migrations } from './tables.ts';

export const customer = module({
  name: 'Customer',
  needs: ['store', 'directory', 'eav', 'upload'],
  acl: declaredAcl,
  configuration: customerConfiguration,
  routes: [...customerRoutes, ...accountRoutes, ...addressRoutes, ...groupRoutes, ...metadataRoutes],
  graphql: [...customerGraphql, ...attributeUploadDeclarations],
  migrations,
  unshown: ['customer_entity', 'customer_secret', 'customer_address', 'password_reset_request', 'customer_file'],
  faces: [attributeDownloads],
  install,
  services: { customer: ({ caches, files }) => createCustomerService(caches, files) },
  commandGroup: 'people',
  commands: customerCommands,
  forced: {
    customer_id: ({ caller }) => (caller.type === 'customer' ? caller.id : null),
    customer_group_id: (call) => call.services.customer.groupOfCaller(call),
    customer_website_id: (call) => call.services.customer.ofCaller(call, 'website_id'),
    customer_store_id: (call) => call.services.customer.ofCaller(call, 'store_id'),
  },
  contributes: {
    changedEntities: [customerEntity, customerGroupEntity],
    responseFacts: [groupFact],
    attributeObservers,
    attributeSources,
    formRules: [(call, attribute) => formRule(call, attribute, call.scope.storeId)],
    mailTemplates: accountTemplates,
    uploadKinds: attributeUploads,
  },
});
