import { module } from '../../kernel/module.ts';
import { storefrontCompatibilityConfiguration } from './configuration.ts';
import { storefrontCompatibilityGraphql } from './graphql.ts';
import { storefrontCompatibilityRoutes } from './routes.ts';
import { migrations } from './tables.ts';

/** Additional ways to sign in as a customer, as in the storefront compatibility package. */
export const storefrontCompatibility = module({
  name: 'StorefrontCompatibility',
  edition: 'commercial',
  needs: ['customer', 'loginAsCustomer'],
  configuration: storefrontCompatibilityConfiguration,
  routes: storefrontCompatibilityRoutes,
  graphql: storefrontCompatibilityGraphql,
  migrations,
});
