import {
  deprecated,
  inputTypes,
  mutations,
  valueTypes,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import type { Call } from '../../kernel/call.ts';
import { invariant } from '../../kernel/invariant.ts';
import { idOf } from '../../kernel/uids.ts';
import { requireAllowed, requireCompanies, requireEditor } from './access.ts';
import { addColleague, changeColleague, deactivateColleague, removeColleague } from './colleagues.ts';
import { companyErrors } from './errors.ts';
import { showColleague } from './graphql-structure.ts';
import { acceptInvitation } from './invitations.ts';

const values = valueTypes({
  CompanyInvitationOutput: { success: 'Boolean' },
  CreateCompanyUserOutput: { user: 'Customer!' },
  DeleteCompanyUserOutput: { success: 'Boolean!' },
  UpdateCompanyUserOutput: { user: 'Customer!' },
});
const inputs = inputTypes({
  CompanyInvitationInput: { code: 'String! @credential', role_id: 'ID', user: 'CompanyInvitationUserInput!' },
  CompanyInvitationUserInput: {
    company_id: 'ID!',
    customer_id: 'ID!',
    job_title: 'String',
    status: 'CompanyUserStatusEnum',
    telephone: 'String',
  },
  CompanyUserCreateInput: {
    email: 'String!',
    firstname: 'String!',
    job_title: 'String!',
    lastname: 'String!',
    role_id: 'ID!',
    status: 'CompanyUserStatusEnum!',
    target_id: 'ID',
    telephone: 'String!',
  },
  CompanyUserUpdateInput: {
    email: 'String',
    firstname: 'String',
    id: 'ID!',
    job_title: 'String',
    lastname: 'String',
    role_id: 'ID',
    status: 'CompanyUserStatusEnum',
    telephone: 'String',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

async function show(call: Call, companyId: number, id: number): Promise<{ user: GraphQLTypes['Customer'] }> {
  return { user: invariant(await showColleague(call, companyId, id), 'the user was just saved') };
}

/** Creates a user. The invitation of an existing customer is sent, although the client gets an error that says so. */
async function create(call: Call, input: GraphQLTypes['CompanyUserCreateInput']) {
  const created = await call.transaction(async (inside) => {
    const editor = await requireEditor(inside);
    const id = await addColleague(inside, editor, input);
    return id === undefined ? undefined : await show(inside, editor.company.entity_id, id);
  });
  if (!created) throw companyErrors.invited();
  return created;
}

const ofUser = { id: 'ID!' } as const;
const userMutations = mutations((t) => ({
  acceptCompanyInvitation: t.field(
    'CompanyInvitationOutput',
    { input: 'CompanyInvitationInput!' },
    async (_, { input: { code, user } }, call) => {
      requireCompanies(call);
      await acceptInvitation(call, code, { customerId: idOf(user.customer_id), companyId: idOf(user.company_id) });
      return { success: true };
    },
    { customersOnly: true, attempts: 'failed' },
  ),
  createCompanyUser: t.field(
    'CreateCompanyUserOutput',
    { input: 'CompanyUserCreateInput!' },
    (_, { input }, call) => create(call, input),
    { opensTransactions: true },
  ),
  deleteCompanyUser: deprecated(
    'Use `deleteCompanyUserV2`.',
    t.field('DeleteCompanyUserOutput', ofUser, async (_, { id }, call) => {
      await deactivateColleague(call, await requireEditor(call), id);
      return { success: true };
    }),
  ),
  deleteCompanyUserV2: t.field('DeleteCompanyUserOutput', ofUser, async (_, { id }, call) => {
    await removeColleague(call, await requireAllowed(call, 'Magento_Company::users_edit'), id);
    return { success: true };
  }),
  updateCompanyUser: t.field(
    'UpdateCompanyUserOutput',
    { input: 'CompanyUserUpdateInput!' },
    async (_, { input }, call) => {
      const editor = await requireEditor(call);
      return show(call, editor.company.entity_id, await changeColleague(call, editor, input));
    },
  ),
}));

/** Changes of the users of companies in GraphQL. */
export const userChangeDeclarations = [values, inputs, userMutations];
