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

/** A stored condition; fields are as on the wire, and left out where they say nothing. */
export interface ConditionNode {
  readonly condition_type: string;
  readonly conditions?: readonly ConditionNode[];
  readonly aggregator_type?: string;
  readonly operator: string | null;
  readonly attribute_name?: string;
  /** True for a combination that nobody sent. */
  readonly value: string | true | null;
  readonly attribute_scope?: string;
}
