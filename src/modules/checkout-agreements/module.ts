import { module } from '../../kernel/module.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../search/criteria.ts';
import { listActive, listAgreements, requireAgreement } from './agreements.ts';
import { agreementCommands } from './commands.ts';
import { migrations } from './tables.ts';
import { Agreement } from './types.ts';

export const getAgreements = route({
  method: 'GET',
  path: '/V1/carts/licence',
  service: 'checkoutAgreementsCheckoutAgreementsRepositoryV1',
  operation: 'getList',
  summary: 'List the terms that buyers in a store view have to agree to.',
  access: acl('Magento_Sales::sales'),
  input: {},
  output: t.array(Agreement),
  handle: (_, call) => listActive(call),
});

export const searchAgreements = route({
  method: 'GET',
  path: '/V1/carts/licence/list',
  service: 'checkoutAgreementsCheckoutAgreementsListV1',
  operation: 'getList',
  summary: 'List terms, in force or not.',
  access: acl('Magento_Sales::sales'),
  input: { searchCriteria: SearchCriteria },
  output: t.array(Agreement),
  handle: ({ searchCriteria }, call) => listAgreements(call, searchCriteria),
});

export const checkoutAgreements = module({
  name: 'CheckoutAgreements',
  routes: [getAgreements, searchAgreements],
  migrations,
  commands: agreementCommands,
  contributes: { checkoutGuards: [requireAgreement] },
});
