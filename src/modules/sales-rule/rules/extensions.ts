import type { Call } from '../../../kernel/call.ts';

/**
 * Fields that modules keep with rules, by their names on the wire. Each module adds its own by declaration merging:
 * `declare module '../sales-rule/rules/extensions.ts' { interface RuleExtensions { gift_qty?: number } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface RuleExtensions {}

/** A rule that is being saved. */
interface SavedRule {
  /** Its action as it will be. */
  readonly simpleAction: string | null;
  /** What modules have kept with it so far. */
  readonly before: RuleExtensions;
}

/** A module's extension of cart price rules: what it keeps is shown as it is, and told with the rules that may apply to a cart. */
export interface RuleExtension {
  /** Reads the extension attributes that were sent with a rule; gives the module's part of what the rule keeps. Throws 400. */
  save(call: Call, rule: SavedRule, sent: Readonly<Record<string, unknown>>): Promise<RuleExtensions>;
}

declare module '../../../kernel/call.ts' {
  interface ContributionPoints {
    ruleExtensions: RuleExtension;
  }
}

/** What modules keep with a rule after a save. */
export async function keptExtensions(
  call: Call,
  rule: SavedRule,
  sent: object | null | undefined,
): Promise<RuleExtensions> {
  const kept: RuleExtensions[] = [];
  for (const extension of call.contributions.ruleExtensions) kept.push(await extension.save(call, rule, { ...sent }));
  return Object.assign({}, rule.before, ...kept) as RuleExtensions;
}
