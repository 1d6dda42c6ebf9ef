import type { Call } from '../../kernel/call.ts';

/** Follows companies. Foreign keys delete rows that refer to a company together with it. */
interface CompanyFollower {
  /** Unique among all followers. */
  readonly name: string;
  /** Runs when a company is created, in its transaction, and once for each company that existed before the follower. */
  created(call: Call, company: { readonly id: number }): Promise<void>;
}

/** The customer group of new companies whose input has none; undefined: the group of new customers. */
type NewCompanyGroup = (call: Call) => Promise<number | undefined>;

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    companyFollowers: CompanyFollower;
    newCompanyGroups: NewCompanyGroup;
  }
}
