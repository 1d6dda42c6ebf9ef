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
