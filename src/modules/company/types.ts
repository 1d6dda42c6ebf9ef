import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';

/** States of a company, by the numbers of the interface. */
export const companyStates = { pending: 0, approved: 1, rejected: 2, blocked: 3 } as const;
/** States of a company whose users cannot sign in. */
export const lockedStates: readonly number[] = [companyStates.pending, companyStates.rejected];
/** States of a user in a company. Inactive users can neither sign in nor order. */
export const userStates = { inactive: 0, active: 1 } as const;

/** Ids of the roles that are in no table, by the interface: of the administrator, and of the manager of a user. */
export const specialRoles = { leader: 0, manager: -1 } as const;

/** Whether the users of a company may negotiate prices. */
const QuoteConfig = t.object('negotiable-quote-data-company-quote-config-interface', {
  company_id: t.optional(t.string),
  is_quote_enabled: t.boolean,
  extension_attributes: t.optional(t.extension('negotiable-quote-data-company-quote-config-extension-interface', {})),
});

/** Extension attributes of a company. */
const CompanyExtensionAttributes = t.extension('company-data-company-extension-interface', {
  quote_config: t.optional(QuoteConfig),
  applicable_payment_method: t.optional(t.integer),
  available_payment_methods: t.optional(t.string),
  use_config_settings: t.optional(t.integer),
  is_purchase_order_enabled: t.optional(t.boolean),
  applicable_shipping_method: t.optional(t.integer),
  available_shipping_methods: t.optional(t.string),
  use_config_settings_shipping: t.optional(t.integer),
});

/** A company whose users buy for it. Times are UTC. */
export const Company = t.object('company-data-company-interface', {
  id: t.optional(t.integer),
  status: t.optional(t.integer),
  company_name: t.optional(t.string),
  legal_name: t.optional(t.string),
  company_email: t.optional(t.string),
  vat_tax_id: t.optional(t.string),
  reseller_id: t.optional(t.string),
  comment: t.optional(t.string),
  street: t.array(t.string),
  city: t.optional(t.string),
  country_id: t.optional(t.string),
  region: t.optional(t.string),
  region_id: t.optional(t.string),
  postcode: t.optional(t.string),
  telephone: t.optional(t.string),
  customer_group_id: t.integer,
  sales_representative_id: t.integer,
  reject_reason: t.string,
  rejected_at: t.string,
  super_user_id: t.integer,
  extension_attributes: t.optional(CompanyExtensionAttributes),
});
/** The input of a company. */
export type SentCompany = t.In<typeof Company>;
export const CompanySearchResults = searchResults('company-data-company-search-results-interface', Company);

/** A customer's data as a user of a company. `status` is 1 while the customer may sign in. */
export const CompanyCustomer = t.object('company-data-company-customer-interface', {
  customer_id: t.optional(t.integer),
  company_id: t.optional(t.integer),
  job_title: t.optional(t.string),
  status: t.optional(t.integer),
  telephone: t.optional(t.string),
  is_default: t.optional(t.boolean),
  extension_attributes: t.optional(t.extension('company-data-company-customer-extension-interface', {})),
});
export const CompanyCustomerSearchResults = searchResults(
  'company-data-company-customer-search-results-interface',
  CompanyCustomer,
);
/** The input of a customer's data as a user of a company. */
export type SentCompanyCustomer = t.In<typeof CompanyCustomer>;

/** The company that an order was placed for, as it was called then. */
export const CompanyOrder = t.object('company-data-company-order-interface', {
  order_id: t.optional(t.integer),
  company_id: t.optional(t.integer),
  company_name: t.optional(t.string),
  extension_attributes: t.optional(t.extension('company-data-company-order-extension-interface', {})),
});

/** Whether a role lets its users do something: `allow` or `deny`. */
const Permission = t.object('company-data-permission-interface', {
  id: t.optional(t.integer),
  role_id: t.optional(t.integer),
  resource_id: t.string,
  permission: t.string,
});

/** Permissions of a company's users. */
export const Role = t.object('company-data-role-interface', {
  id: t.optional(t.integer),
  role_name: t.optional(t.string),
  permissions: t.array(Permission),
  company_id: t.optional(t.integer),
  extension_attributes: t.optional(t.extension('company-data-role-extension-interface', {})),
});
/** The input of a role. */
export type SentRole = t.In<typeof Role>;
export const RoleSearchResults = searchResults('company-data-role-search-results-interface', Role);

/** Users of a company who belong together. */
export const Team = t.object('company-data-team-interface', {
  id: t.optional(t.integer),
  name: t.optional(t.string),
  description: t.optional(t.string),
  extension_attributes: t.optional(t.extension('company-data-team-extension-interface', {})),
  custom_attributes: t.optional(t.customAttributes('company_team')),
});
/** The input of a team. */
export type SentTeam = t.In<typeof Team>;
export const TeamSearchResults = searchResults('company-data-team-search-results-interface', Team);

/** A place in the hierarchy of a company: of a user or a team, and below which other place. */
export const HierarchyNode = t.object('company-data-hierarchy-interface', {
  structure_id: t.optional(t.integer),
  entity_id: t.optional(t.integer),
  entity_type: t.optional(t.string),
  structure_parent_id: t.optional(t.integer),
  extension_attributes: t.optional(t.extension('company-data-hierarchy-extension-interface', {})),
});

/** That a company belongs to another one. */
export const Relation = t.object('company-relation-data-relation-interface', {
  company_id: t.integer,
  parent_id: t.integer,
});
/** The input of a relation. */
export type SentRelation = t.In<typeof Relation>;
export const RelationSearchResults = searchResults('company-relation-data-relation-search-result-interface', Relation);
