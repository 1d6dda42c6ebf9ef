import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { classRoutes } from './classes/routes.ts';
import { customerTaxClasses, productTaxClasses } from './classes/sources.ts';
import { taxConfiguration } from './configuration.ts';
import { showWithTax } from './display.ts';
import { install } from './install.ts';
import { rateRoutes } from './rates/routes.ts';
import { ruleRoutes } from './rules/routes.ts';
import { createTaxService } from './service.ts';
import { migrations } from './tables.ts';
import { taxGraphql } from './graphql.ts';

/** Tax classes, rates and rules. */
export const tax = module({
  name: 'Tax',
  needs: ['store', 'directory', 'customer', 'catalog', 'storefront'],
  acl: declaredAcl,
  configuration: taxConfiguration,
  routes: [...rateRoutes, ...ruleRoutes, ...classRoutes],
  graphql: taxGraphql,
  migrations,
  install,
  services: { tax: ({ caches }) => createTaxService(caches) },
  contributes: {
    attributeSources: [productTaxClasses],
    customerTaxClasses: [customerTaxClasses],
    amountDisplays: [showWithTax],
  },
});
