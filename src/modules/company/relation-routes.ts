import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { permissions } from './permissions.ts';
import { addRelations, listRelations, removeRelation } from './relations.ts';
import { Relation, RelationSearchResults } from './types.ts';

const manager = {
  service: 'companyRelationRelationManagerV1',
  serviceClass: 'Magento\\CompanyRelation\\Api\\RelationManagerInterface',
  access: acl(permissions.manage),
} as const;

const list = route({
  ...manager,
  method: 'GET',
  path: '/V1/company/relations',
  operation: 'getList',
  summary: 'List which companies belong to which.',
  access: acl(permissions.view),
  input: { searchCriteria: SearchCriteria },
  output: RelationSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listRelations(call, searchCriteria), requestedFields),
});

const add = route({
  ...manager,
  method: 'POST',
  path: '/V1/company/:parentId/relations',
  operation: 'assign',
  summary: 'Put companies below another one.',
  entity: entity('company', 'parentId', { names: ['relations.company_id'] }),
  input: { parentId: t.integer, relations: t.array(Relation) },
  output: t.nothing,
  handle: ({ parentId, relations }, call) => addRelations(call, parentId, relations),
});

const remove = route({
  ...manager,
  method: 'DELETE',
  path: '/V1/company/:parentId/relations/:companyId',
  operation: 'unassign',
  summary: 'Set a company free from the one that it belongs to.',
  entity: entity('company', 'parentId', { names: ['companyId'] }),
  input: { parentId: t.integer, companyId: t.integer },
  output: t.nothing,
  handle: ({ parentId, companyId }, call) => removeRelation(call, parentId, companyId),
});

/** Routes for relations between companies. */
export const relationRoutes = [list, add, remove];
