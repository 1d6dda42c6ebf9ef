import { entity } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { TaxRate, TaxRateSearchResults } from '../types.ts';
import { deleteRate, getRate, listRates, saveRate, showRate } from './rates.ts';

const service = 'taxTaxRateRepositoryV1';
const access = acl('Magento_Tax::manage_tax');

const getTaxRate = route({
  method: 'GET',
  path: '/V1/taxRates/:rateId',
  service,
  operation: 'get',
  summary: 'Get one tax rate.',
  access,
  input: { rateId: t.integer },
  output: TaxRate,
  handle: async ({ rateId }, call) => showRate(await getRate(call, rateId)),
});

const getTaxRates = route({
  method: 'GET',
  path: '/V1/taxRates/search',
  service,
  operation: 'getList',
  summary: 'List tax rates with their places and titles.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: TaxRateSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listRates(call, searchCriteria), requestedFields, (rows) => rows.map((row) => showRate(row))),
});

const createTaxRate = route({
  method: 'POST',
  path: '/V1/taxRates',
  service,
  operation: 'save',
  summary: 'Create a tax rate for a country, region, postcode or range of postcodes.',
  access,
  entity: entity('tax rate', 'taxRate.id', { or: 'taxRate.code' }),
  input: { taxRate: TaxRate },
  output: TaxRate,
  handle: ({ taxRate }, call) => saveRate(call, taxRate),
});

const changeTaxRate = route({
  method: 'PUT',
  path: '/V1/taxRates',
  service,
  operation: 'save',
  summary: 'Replace the tax rate with the id in the request, or create one.',
  access,
  entity: entity('tax rate', 'taxRate.id', { or: 'taxRate.code' }),
  input: { taxRate: TaxRate },
  output: TaxRate,
  handle: ({ taxRate }, call) => saveRate(call, taxRate),
});

const deleteTaxRate = route({
  method: 'DELETE',
  path: '/V1/taxRates/:rateId',
  service,
  operation: 'deleteById',
  summary: 'Delete a tax rate that no rule has.',
  access,
  entity: entity('tax rate', 'rateId'),
  input: { rateId: t.integer },
  output: t.boolean,
  handle: async ({ rateId }, call) => {
    await deleteRate(call, rateId);
    return true;
  },
});

/** Routes of tax rates. */
export const rateRoutes = [getTaxRate, getTaxRates, createTaxRate, changeTaxRate, deleteTaxRate];
