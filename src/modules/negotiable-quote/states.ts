import { entriesOf } from '../../kernel/own-fields.ts';
/** States of a negotiation, by the interface's names, and their allowed transitions. */
const following = {
  created: ['processing_by_admin', 'submitted_by_admin', 'declined'],
  processing_by_admin: ['processing_by_admin', 'submitted_by_admin', 'declined'],
  submitted_by_admin: ['processing_by_admin', 'declined', 'ordered'],
  // A declined negotiation may be requested again.
  declined: ['created'],
  ordered: [],
} as const satisfies Record<string, readonly string[]>;

/** A state of a negotiation. */
export type NegotiationState = keyof typeof following;

/** The states with a transition to this one. */
export function statesBefore(state: NegotiationState): NegotiationState[] {
  return entriesOf<Record<NegotiationState, readonly string[]>>(following).flatMap(([from, to]) =>
    to.includes(state) ? [from] : [],
  );
}

/** Whether the shop has not replied yet. */
export function isUnderWay(state: string): boolean {
  return state === 'created' || state === 'processing_by_admin';
}
