import type { Call } from '../../kernel/call.ts';

/** Follows companies. Foreign keys delete rows that refer to a company together with it. */
interface CompanyFollower {
  /** Unique among all followers. */
  readonly name: string;
  /** Called when a company is made, in its transaction; once for each that was there before the follower was. */
  created(call: Call, company: { readonly id: number }): Promise<void>;
}

declare module '../../kernel/call.ts' {
  interface ContributionPoints {
    companyFollowers: CompanyFollower;
  }
}
