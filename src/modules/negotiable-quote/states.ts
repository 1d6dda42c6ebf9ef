/** States of a negotiation, as the interface calls them, and which may follow which. */
const following = {
  created: ['processing_by_admin', 'submitted_by_admin', 'declined'],
  processing_by_admin: ['processing_by_admin', 'submitted_by_admin', 'declined'],
  submitted_by_admin: ['processing_by_admin', 'declined', 'ordered'],
  // What was declined may be asked for again.
  declined: ['created'],
  ordered: [],
} as const satisfies Record<string, readonly string[]>;

/** A state of a negotiation. */
export type NegotiationState = keyof typeof following;

/** The states that one may come from. */
export function statesBefore(state: NegotiationState): NegotiationState[] {
  const all = Object.entries(following) as [NegotiationState, readonly string[]][];
  return all.flatMap(([from, to]) => (to.includes(state) ? [from] : []));
}

/** Whether the shop has not answered yet. */
export function isUnderWay(state: string): boolean {
  return state === 'created' || state === 'processing_by_admin';
}
