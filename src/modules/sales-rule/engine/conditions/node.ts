/** A stored condition; fields are named as on the wire, and left out if they say nothing. */
export interface ConditionNode {
  readonly condition_type: string;
  readonly conditions?: readonly ConditionNode[];
  readonly aggregator_type?: string;
  readonly operator: string | null;
  readonly attribute_name?: string;
  /** True for the default combination of a rule whose request has no conditions. */
  readonly value: string | true | null;
  readonly attribute_scope?: string;
}
