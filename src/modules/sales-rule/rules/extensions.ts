import type { Call } from '../../../kernel/call.ts';
import { mergeFields } from '../../../kernel/fields.ts';

/**
 * Fields of modules, stored with rules, by their names on the wire. Each module adds its own by declaration merging:
 * `declare module '../sales-rule/rules/extensions.ts' { interface RuleExtensions { gift_qty?: number } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface RuleExtensions {}

/** A rule that is being saved. */
interface SavedRule {
  /** Its action as it will be. */
  readonly simpleAction: string | null;
  /** Data of modules stored so far. */
  readonly before: RuleExtensions;
}

/**
 * A module's extension of cart price rules. Its stored data is part of responses, and of the rules that may apply to a
 * cart.
 */
export interface RuleExtension {
  /** Reads the extension attributes in a rule's request; returns the module's fields to store. Throws 400. */
  save(call: Call, rule: SavedRule, input: Readonly<Record<string, unknown>>): Promise<RuleExtensions>;
}

declare module '../../../kernel/merged-types.ts' {
  interface ContributionPoints {
    ruleExtensions: RuleExtension;
  }
}

/** Reads the extension attributes in a request; returns the fields to store with the rule. */
export async function saveExtensions(
  call: Call,
  rule: SavedRule,
  input: object | null | undefined,
): Promise<RuleExtensions> {
  const storedFields: RuleExtensions[] = [];
  for (const extension of call.contributions.ruleExtensions)
    storedFields.push(await extension.save(call, rule, { ...input }));
  return mergeFields([rule.before, ...storedFields]);
}
