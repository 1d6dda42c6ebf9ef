import type { ConditionNode } from '../engine/conditions/node.ts';

/** What a rule keeps as a document. */
export interface RuleDocument {
  /** Conditions on the cart. */
  readonly condition: ConditionNode;
  /** Conditions on the items that the action is applied to. */
  readonly action_condition: ConditionNode;
  /** Label by store id; 0 is for every store view without one of its own. */
  readonly labels: Readonly<Record<string, string>>;
  readonly product_ids?: readonly number[];
  readonly reward_points_delta?: number;
}
