import type { Call } from '../../kernel/call.ts';
import { isClientError, type PlatformError } from '../../kernel/errors.ts';
import {
  enumTypes,
  inputTypes,
  mutations,
  ofPackage,
  queries,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { idOf } from '../../kernel/uids.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { sharing } from './configuration.ts';
import { requisitionListErrors } from './errors.ts';
import { addItems, itemsOf } from './items.ts';
import { createList, ownList } from './lists.ts';
import { mailShare, nameOf } from './share-mails.ts';
import { checkMails, createShare, requireSharing, sharedList, sharingCompany } from './shares.ts';

const enums = enumTypes({
  ShareRequisitionListUserErrorCode: ['MAX_RECIPIENTS_EXCEEDED', 'INVALID_EMAIL', 'NOT_COMPANY_USER', 'IMPORT_FAILED'],
});
const errors = { user_errors: '[ShareRequisitionListUserError]!' } as const;
const values = valueTypes({
  ImportSharedRequisitionListOutput: { requisition_list: 'RequisitionList', ...errors },
  SharedRequisitionListOutput: { requisition_list: 'RequisitionList!', sender_name: 'String!' },
  ShareRequisitionListByEmailOutput: { sent_count: 'Int!', ...errors },
  ShareRequisitionListByTokenOutput: { token: 'String! @credential' },
  ShareRequisitionListUserError: { code: 'ShareRequisitionListUserErrorCode!', message: 'String!' },
});
const inputs = inputTypes({
  ShareRequisitionListByEmailInput: { customerUids: '[ID]!', requisitionListUid: 'ID!' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

type UserError = GraphQLTypes['ShareRequisitionListUserError'];
const userError = (code: UserError['code'], error: PlatformError): UserError => ({ code, message: error.text });

/** Shares a list with colleagues by email, each once. Uids of others are errors, and the colleagues get their emails. */
async function shareByEmail(
  call: Call,
  { customerUids, requisitionListUid }: GraphQLTypes['ShareRequisitionListByEmailInput'],
): Promise<GraphQLTypes['ShareRequisitionListByEmailOutput']> {
  const companyId = await sharingCompany(call);
  const { customer } = call.services;
  await customer.lock(call, call.caller.id);
  const list = await ownList(call, idOf(requisitionListUid));
  const uids = [...new Set(customerUids.filter((uid) => uid != null))];
  if (uids.length === 0) throw requisitionListErrors.noRecipients();
  const most = call.config.of(sharing.recipients, { websiteId: call.scope.websiteId });
  if (uids.length > most) {
    const tooMany = userError('MAX_RECIPIENTS_EXCEEDED', requisitionListErrors.tooManyRecipients([most]));
    return { sent_count: 0, user_errors: [tooMany] };
  }
  const ids = new Map(uids.map((uid) => [uid, idOf(uid) ?? 0]));
  const users = await call.services.company.activeUsers(call, companyId, [...ids.values()]);
  const people = await customer.customers(call, [...users, call.caller.id], { addresses: false });
  const sender = people.get(call.caller.id);
  await checkMails(call, users.size);
  const token = users.size > 0 ? await createShare(call, list, companyId, users.size) : '';
  const share = { sender: sender ? nameOf(sender) : '', list: list.name, token };
  for (const id of users) {
    const person = people.get(id);
    if (person) await mailShare(call, person, share);
  }
  const strangers = uids.filter((uid) => !users.has(ids.get(uid) ?? 0));
  return {
    sent_count: users.size,
    user_errors: strangers.map((uid) => userError('NOT_COMPANY_USER', requisitionListErrors.noColleague([uid]))),
  };
}

/** Copies a shared list to the caller. A failure is a user error, and nothing is changed. */
async function importShared(call: Call, token: string): Promise<GraphQLTypes['ImportSharedRequisitionListOutput']> {
  requireSharing(call);
  try {
    const { list } = await sharedList(call, token);
    const items = (await itemsOf(call, [list.list_id])).get(list.list_id) ?? [];
    const copy = await createList(call, call.caller.id, list);
    await addItems(
      call,
      copy,
      items.map(({ product_id, qty, options }) => ({ productId: product_id, quantity: qty, options })),
    );
    return { requisition_list: { list: await ownList(call, copy.list_id) }, user_errors: [] };
  } catch (error) {
    if (!isClientError(error)) throw error;
    return { requisition_list: null, user_errors: [userError('IMPORT_FAILED', error)] };
  }
}

const own = { customersOnly: true } as const;
const shareQueries = queries((t) => ({
  sharedRequisitionList: t.field(
    'SharedRequisitionListOutput',
    { token: 'String! @credential' },
    async (_, { token }, call) => {
      const { list, senderName } = await sharedList(call, token);
      return { requisition_list: { list }, sender_name: senderName };
    },
    own,
  ),
}));

const shareMutations = mutations((t) => ({
  importSharedRequisitionList: t.field(
    'ImportSharedRequisitionListOutput',
    { token: 'String! @credential' },
    (_, { token }, call) => importShared(call, token),
    own,
  ),
  shareRequisitionListByEmail: t.field(
    'ShareRequisitionListByEmailOutput',
    { input: 'ShareRequisitionListByEmailInput!' },
    (_, { input }, call) => shareByEmail(call, input),
    own,
  ),
  shareRequisitionListByToken: t.field(
    'ShareRequisitionListByTokenOutput',
    { requisitionListUid: 'ID!' },
    async (_, { requisitionListUid }, call) => {
      const companyId = await sharingCompany(call);
      const list = await ownList(call, idOf(requisitionListUid));
      return { token: await createShare(call, list, companyId, 0) };
    },
    own,
  ),
}));

/** Sharing of requisition lists within a company. */
export const requisitionListShares = ofPackage('2.4.9', [
  enums,
  values,
  inputs,
  shareQueries,
  shareMutations,
  storeConfigFields({
    requisition_list_share_link_validity_days: ['Int!', sharing.days],
    requisition_list_share_max_recipients: ['Int!', sharing.recipients],
    requisition_list_share_storefront_path: ['String!', sharing.path],
    requisition_list_sharing_enabled: ['Boolean!', sharing.isOn],
  }),
]);
