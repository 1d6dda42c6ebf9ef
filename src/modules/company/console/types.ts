import * as t from '../../../kernel/types.ts';

/** A user of a company in the console. */
export const ConsoleCompanyUser = t.object('console-company-user', {
  customer_id: t.integer,
  name: t.string,
  email: t.string,
  job_title: t.optional(t.string),
  telephone: t.optional(t.string),
  is_active: t.boolean,
  /** Whether the user administers the company, and so may do everything in it. */
  is_administrator: t.boolean,
  /** Whether the user buys for this company, if the request names no other one. */
  is_default: t.boolean,
  /** Names of the roles; none for the administrator. */
  roles: t.array(t.string),
});
