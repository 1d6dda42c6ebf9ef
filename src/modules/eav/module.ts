import { module } from '../../kernel/module.ts';
import { eavConfiguration } from './configuration.ts';
import { attributeMetadataDeclarations } from './graphql-metadata.ts';
import { attributeValueDeclarations } from './graphql-values.ts';
import { contributedAttributes, install } from './install.ts';
import {
  createAttributeSet,
  deleteAttributeSet,
  getAttributeSet,
  getAttributeSets,
  saveAttributeSet,
} from './routes.ts';
import { createEavService } from './service.ts';
import { migrations } from './tables.ts';

export const eav = module({
  name: 'Eav',
  needs: ['store'],
  configuration: eavConfiguration,
  routes: [getAttributeSets, getAttributeSet, createAttributeSet, saveAttributeSet, deleteAttributeSet],
  graphql: [...attributeValueDeclarations, ...attributeMetadataDeclarations],
  migrations,
  install,
  installContributed: ({ attributes }) => attributes.map(contributedAttributes),
  attributeType: (services) => (entity, code) => services.eav.attributeType(entity, code),
  services: { eav: ({ caches }) => createEavService(caches) },
});
