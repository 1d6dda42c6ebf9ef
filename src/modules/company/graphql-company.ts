import type { Call } from '../../kernel/call.ts';
import { objectType, type GraphQLDeclaration } from '../../kernel/graphql.ts';
import { uidOf } from '../../kernel/uids.ts';
import { requireAllowed } from './access.ts';
import type { CompanyResource } from './resources.ts';
import type { CompanyRow } from './tables.ts';

/** A company as storefronts see it. */
export interface CompanySource extends CompanyRow {
  /** Whether the mutation has created the company: the caller, who need not be one of its users, has sent its data. */
  readonly isNew?: boolean;
}

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    Company: CompanySource;
  }
}

/** Throws unless the caller may see a part of a company. */
export async function requireVisible(call: Call, company: CompanySource, resource: CompanyResource): Promise<void> {
  if (!company.isNew) await requireAllowed(call, resource);
}

/** The type of companies; other files add most of its fields. */
export const companyType: GraphQLDeclaration = objectType('Company', (t) => {
  const ofAccount = (name: 'company_email' | 'legal_name' | 'reseller_id' | 'vat_tax_id') =>
    t.field('String', async (company, _, call) => {
      await requireVisible(call, company, 'Magento_Company::view_account');
      return company[name];
    });
  return {
    email: ofAccount('company_email'),
    id: t.field('ID!', ({ entity_id }) => uidOf(entity_id)),
    legal_name: ofAccount('legal_name'),
    name: t.field('String', ({ company_name }) => company_name),
    reseller_id: ofAccount('reseller_id'),
    vat_tax_id: ofAccount('vat_tax_id'),
  };
});
