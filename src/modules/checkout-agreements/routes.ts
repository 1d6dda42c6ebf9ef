import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { showItems } from '../../storage/criteria/list.ts';
import { listActive, listAgreements, showAgreement } from './agreements.ts';
import { Agreement } from './types.ts';

const getAgreements = route({
  method: 'GET',
  path: '/V1/carts/licence',
  service: 'checkoutAgreementsCheckoutAgreementsRepositoryV1',
  operation: 'getList',
  summary: 'List the terms that buyers in a store view have to agree to.',
  access: acl('Magento_Sales::sales'),
  input: {},
  output: t.array(Agreement),
  handle: async (_, call) => (await listActive(call)).map(showAgreement),
});

const searchAgreements = route({
  method: 'GET',
  path: '/V1/carts/licence/list',
  service: 'checkoutAgreementsCheckoutAgreementsListV1',
  operation: 'getList',
  summary: 'List terms, in force or not.',
  access: acl('Magento_Sales::sales'),
  input: { searchCriteria: SearchCriteria },
  output: t.array(Agreement),
  async handle({ searchCriteria }, call) {
    const list = await listAgreements(call, searchCriteria);
    return showItems(await list.items(), (rows) => rows.map(showAgreement));
  },
});

/** Routes of terms. */
export const agreementRoutes = [getAgreements, searchAgreements];
