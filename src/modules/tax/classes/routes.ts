import { entity } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { TaxClass, TaxClassSearchResults } from '../types.ts';
import { deleteClass, getClass, listClasses, saveClass } from './classes.ts';

const service = 'taxTaxClassRepositoryV1';
const access = acl('Magento_Tax::manage_tax');

const getTaxClass = route({
  method: 'GET',
  path: '/V1/taxClasses/:taxClassId',
  service,
  operation: 'get',
  summary: 'Get one tax class.',
  access,
  input: { taxClassId: t.integer },
  output: TaxClass,
  handle: ({ taxClassId }, call) => getClass(call, taxClassId),
});

const getTaxClasses = route({
  method: 'GET',
  path: '/V1/taxClasses/search',
  service,
  operation: 'getList',
  summary: 'List the tax classes of products and customers.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: TaxClassSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listClasses(call, searchCriteria), requestedFields),
});

const createTaxClass = route({
  method: 'POST',
  path: '/V1/taxClasses',
  service,
  operation: 'save',
  summary: 'Create a tax class of products or of customers and get its id.',
  access,
  entity: entity('tax class', 'taxClass.class_id'),
  input: { taxClass: TaxClass },
  output: t.mixed,
  handle: ({ taxClass }, call) => saveClass(call, taxClass),
});

const changeTaxClass = route({
  method: 'PUT',
  path: '/V1/taxClasses/:classId',
  service,
  operation: 'save',
  summary: 'Rename a tax class; its type stays.',
  access,
  entity: entity('tax class', 'taxClass.class_id'),
  input: { taxClass: TaxClass },
  overrides: { classId: t.string },
  output: t.mixed,
  handle: ({ taxClass }, call) => saveClass(call, taxClass),
});

const deleteTaxClass = route({
  method: 'DELETE',
  path: '/V1/taxClasses/:taxClassId',
  service,
  operation: 'deleteById',
  summary: 'Delete a tax class that nothing uses.',
  access,
  entity: entity('tax class', 'taxClassId'),
  input: { taxClassId: t.integer },
  output: t.boolean,
  handle: async ({ taxClassId }, call) => {
    await deleteClass(call, taxClassId);
    return true;
  },
});

/** Routes of tax classes. */
export const classRoutes = [getTaxClass, getTaxClasses, createTaxClass, changeTaxClass, deleteTaxClass];
