import { entriesOf, keysOf } from '../../kernel/own-fields.ts';

/**
 * States of a quote template, and their allowed transitions. Names of the negotiation are those that the interface has for quotes.
 * Source: the published guide of quote templates.
 */
const following = {
  draft_by_admin: ['draft_by_admin', 'submitted_by_admin', 'canceled'],
  draft_by_customer: ['draft_by_customer', 'submitted_by_customer', 'canceled'],
  submitted_by_customer: ['processing_by_admin', 'submitted_by_admin', 'declined', 'canceled'],
  processing_by_admin: ['processing_by_admin', 'submitted_by_admin', 'declined', 'canceled'],
  submitted_by_admin: ['processing_by_customer', 'submitted_by_customer', 'active', 'canceled', 'expired'],
  processing_by_customer: ['processing_by_customer', 'submitted_by_customer', 'active', 'canceled'],
  active: ['canceled', 'expired'],
  // Either side may open an inactive template again, to negotiate it anew.
  declined: ['processing_by_admin', 'processing_by_customer', 'canceled'],
  canceled: ['processing_by_admin', 'processing_by_customer'],
  expired: ['processing_by_admin', 'processing_by_customer'],
} as const satisfies Record<string, readonly string[]>;

/** A state of a quote template. */
export type TemplateState = keyof typeof following;

/** All states of quote templates. */
export const allTemplateStates: readonly TemplateState[] = keysOf(following);

/** The states with a transition to this one. */
export function templateStatesBefore(state: TemplateState): TemplateState[] {
  return entriesOf<Record<TemplateState, readonly string[]>>(following).flatMap(([from, to]) =>
    to.includes(state) ? [from] : [],
  );
}

/** States in which the shop may change the terms. */
export const openToShop: readonly string[] = ['draft_by_admin', 'submitted_by_customer', 'processing_by_admin'];

/** States in which the buyer may change the terms. */
export const openToBuyer: readonly string[] = ['draft_by_customer', 'submitted_by_admin', 'processing_by_customer'];

/** States in which a template is no longer used. */
export const inactiveStates: readonly string[] = ['declined', 'canceled', 'expired'];
