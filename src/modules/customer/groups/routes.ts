import { entity, several } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { setConfiguration } from '../../../platform/configuration/settings.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { defaultGroupSetting } from '../configuration.ts';
import { defaultGroup, getGroup, isNeeded } from './groups.ts';
import { listGroups, showGroup, showGroups } from './list.ts';
import { deleteGroup, saveGroup } from './save.ts';
import { Group, GroupSearchResults } from './types.ts';

const repository = 'customerGroupRepositoryV1';
const management = 'customerGroupManagementV1';
const access = acl('Magento_Customer::group');

const getGroupRoute = route({
  method: 'GET',
  path: '/V1/customerGroups/:id',
  service: repository,
  operation: 'getById',
  summary: 'Get one customer group.',
  access,
  input: { id: t.integer },
  output: Group,
  handle: async ({ id }, call) => showGroup(call, await getGroup(call, id)),
});

const getGroups = route({
  method: 'GET',
  path: '/V1/customerGroups/search',
  service: repository,
  operation: 'getList',
  summary: 'List customer groups.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: GroupSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listGroups(call, searchCriteria), requestedFields, (groups) => showGroups(call, groups)),
});

const createGroup = route({
  method: 'POST',
  path: '/V1/customerGroups',
  service: repository,
  operation: 'save',
  summary: 'Create a customer group.',
  access,
  entity: entity('customer group', 'group.id', { or: 'group.code' }),
  input: { group: Group },
  output: Group,
  handle: async ({ group }, call) => showGroup(call, await saveGroup(call, group)),
});

const changeGroup = route({
  method: 'PUT',
  path: '/V1/customerGroups/:id',
  service: repository,
  operation: 'save',
  summary: 'Change a customer group.',
  access,
  entity: entity('customer group', 'group.id'),
  input: { group: Group },
  overrides: { id: t.string },
  output: Group,
  async handle({ group }, call) {
    const view = await showGroup(call, await saveGroup(call, group));
    // Recorded behaviour of the interface: the response has excluded websites only if the input has them.
    if (!group.extension_attributes?.exclude_website_ids) delete view.extension_attributes?.exclude_website_ids;
    return view;
  },
});

const deleteGroupRoute = route({
  method: 'DELETE',
  path: '/V1/customerGroups/:id',
  service: repository,
  operation: 'deleteById',
  summary: 'Delete a customer group; its customers come into the default group.',
  access,
  entity: entity('customer group', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  async handle({ id }, call) {
    await deleteGroup(call, id);
    return true;
  },
});

const isGroupReadonly = route({
  method: 'GET',
  path: '/V1/customerGroups/:id/permissions',
  service: management,
  operation: 'isReadonly',
  summary: 'Tell whether a customer group is one that the platform needs and that cannot be deleted.',
  access,
  input: { id: t.integer },
  output: t.boolean,
  async handle({ id }, call) {
    await getGroup(call, id, 'groupId');
    return isNeeded(call, id);
  },
});

const getDefaultGroup = route({
  method: 'GET',
  path: '/V1/customerGroups/default',
  service: management,
  operation: 'getDefaultGroup',
  summary: 'Get the group that new customers come into, in the store view of the call or in the one that is asked for.',
  access,
  input: { storeId: t.optional(t.integer) },
  output: Group,
  handle: async ({ storeId }, call) => showGroup(call, await defaultGroup(call, storeId ?? undefined)),
});

const getDefaultGroupOfStore = route({
  method: 'GET',
  path: '/V1/customerGroups/default/:storeId',
  service: management,
  operation: 'getDefaultGroup',
  summary: 'Get the group that new customers of a store view come into.',
  access,
  input: { storeId: t.integer },
  output: Group,
  handle: async ({ storeId }, call) => showGroup(call, await defaultGroup(call, storeId)),
});

const setDefaultGroup = route({
  method: 'PUT',
  path: '/V1/customerGroups/default/:id',
  service: 'customerCustomerGroupConfigV1',
  operation: 'setDefaultCustomerGroup',
  summary: 'Choose the group that new customers come into.',
  access,
  entity: several('id'),
  input: { id: t.integer },
  output: t.integer,
  async handle({ id }, call) {
    await getGroup(call, id);
    await setConfiguration(call, defaultGroupSetting.path, String(id));
    return id;
  },
});

/** Routes of customer groups. */
export const groupRoutes = [
  getGroupRoute,
  getGroups,
  createGroup,
  changeGroup,
  deleteGroupRoute,
  isGroupReadonly,
  getDefaultGroup,
  getDefaultGroupOfStore,
  setDefaultGroup,
];
