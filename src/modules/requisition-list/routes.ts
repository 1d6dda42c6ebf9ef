import { entity } from '../../kernel/entity.ts';
import { self, route } from '../../kernel/route.ts';
import { saveList } from './save.ts';
import { RequisitionList } from './types.ts';

const save = route({
  method: 'POST',
  path: '/V1/requisition_lists',
  service: 'requisitionListRequisitionListRepositoryV1',
  operation: 'save',
  summary: 'Create a requisition list of the caller, or change the one with the id of the request.',
  access: self,
  entity: entity('requisition list', 'requisitionList.id'),
  input: { requisitionList: RequisitionList },
  output: RequisitionList,
  handle: ({ requisitionList }, call) => saveList(call, requisitionList),
});

/** Routes of requisition lists. */
export const requisitionListRoutes = [save];
