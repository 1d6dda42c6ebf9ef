import { module } from '../../kernel/module.ts';
import { dataServicesConfiguration } from './configuration.ts';
import { dataServicesDeclarations } from './graphql.ts';

/** The names of the shop by which storefronts report events of their visitors to Adobe's services. */
export const dataServices = module({
  name: 'DataServices',
  edition: 'commercial',
  needs: ['store', 'customer'],
  configuration: dataServicesConfiguration,
  graphql: dataServicesDeclarations,
});
