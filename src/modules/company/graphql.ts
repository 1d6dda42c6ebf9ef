import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import { queries, valueTypes, type GraphQLDeclaration, type ValueTypesOf } from '../../kernel/graphql.ts';
import { requireAllowed, requireCompanies, requireUser } from './access.ts';
import { companyErrors } from './errors.ts';
import { companyType } from './graphql-company.ts';
import { hierarchyDeclarations } from './graphql-hierarchy.ts';
import { profileDeclarations } from './graphql-profile.ts';
import { registrationDeclarations } from './graphql-registration.ts';
import { roleDeclarations } from './graphql-roles.ts';
import { structureDeclarations } from './graphql-structure.ts';
import { switcherDeclarations } from './graphql-switcher.ts';
import { teamDeclarations } from './graphql-teams.ts';
import { userChangeDeclarations } from './graphql-user-changes.ts';
import { userDeclarations } from './graphql-users.ts';

const isAvailable = { is_email_available: 'Boolean!' } as const;
const values = valueTypes({
  IsCompanyAdminEmailAvailableOutput: isAvailable,
  IsCompanyEmailAvailableOutput: isAvailable,
  IsCompanyUserEmailAvailableOutput: isAvailable,
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

function checkAddress(call: Call, email: string): void {
  if (!call.services.customer.isEmailAddress(email)) {
    throw companyErrors.invalidValue({ fieldName: 'email', value: email });
  }
}

/** Whether no customer of the call's website has an email address. */
async function isFree(call: Call, email: string): Promise<boolean> {
  checkAddress(call, email);
  const { customer } = call.services;
  return !(await customer.customerByEmail(call, email, customer.websiteOf(call)));
}

async function isCompanyEmail(call: Call, email: string): Promise<boolean> {
  checkAddress(call, email);
  const found = await call.db
    .selectFrom('company')
    .select('entity_id')
    .where('email_key', '=', foldText(email))
    .executeTakeFirst();
  return found !== undefined;
}

const ofEmail = { email: 'String!' } as const;
const own = { customersOnly: true } as const;
const companyQueries = queries((t) => ({
  company: t.field('Company', {}, async (_, __, call) => (await requireUser(call)).company),
  isCompanyAdminEmailAvailable: t.field(
    'IsCompanyAdminEmailAvailableOutput',
    ofEmail,
    async (_, { email }, call) => {
      requireCompanies(call);
      return { is_email_available: await isFree(call, email) };
    },
    own,
  ),
  isCompanyEmailAvailable: t.field(
    'IsCompanyEmailAvailableOutput',
    ofEmail,
    async (_, { email }, call) => {
      requireCompanies(call);
      return { is_email_available: !(await isCompanyEmail(call, email)) };
    },
    own,
  ),
  isCompanyUserEmailAvailable: t.field('IsCompanyUserEmailAvailableOutput', ofEmail, async (_, { email }, call) => {
    await requireAllowed(call, 'Magento_Company::users_edit');
    return { is_email_available: await isFree(call, email) };
  }),
}));

/** Companies in GraphQL. */
export const companyGraphql: readonly GraphQLDeclaration[] = [
  values,
  companyType,
  companyQueries,
  ...profileDeclarations,
  ...registrationDeclarations,
  ...roleDeclarations,
  ...teamDeclarations,
  ...structureDeclarations,
  ...switcherDeclarations,
  ...hierarchyDeclarations,
  ...userDeclarations,
  ...userChangeDeclarations,
];
