import type { ConditionNode } from '../engine/conditions/node.ts';
import type { RuleExtensions } from './extensions.ts';

/** The fields of a rule that are stored in its JSON document. */
export interface RuleDocument {
  /** Conditions on the cart. */
  readonly condition: ConditionNode;
  /** Conditions on the items that the action is applied to. */
  readonly action_condition: ConditionNode;
  /** Labels by store id; 0: every store view without one of its own. */
  readonly labels: Readonly<Record<string, string>>;
  readonly product_ids?: readonly number[];
  readonly reward_points_delta?: number;
  readonly extensions?: RuleExtensions;
}
