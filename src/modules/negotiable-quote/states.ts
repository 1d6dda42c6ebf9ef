import { entriesOf } from '../../kernel/own-fields.ts';

/** States of a negotiation, by the interface's names, and their allowed transitions. */
const following = {
  draft_by_admin: ['submitted_by_admin'],
  draft_by_customer: ['draft_by_customer', 'created'],
  created: ['processing_by_admin', 'submitted_by_admin', 'declined', 'expired', 'closed'],
  processing_by_admin: ['processing_by_admin', 'submitted_by_admin', 'declined', 'expired', 'closed'],
  processing_by_customer: ['processing_by_customer', 'submitted_by_customer', 'in_purchase_order', 'ordered', 'closed'],
  submitted_by_customer: ['processing_by_admin', 'submitted_by_admin', 'declined', 'expired', 'closed'],
  submitted_by_admin: [
    'processing_by_admin',
    'processing_by_customer',
    'submitted_by_customer',
    'submitted_by_admin',
    'declined',
    'in_purchase_order',
    'ordered',
    'expired',
    'closed',
  ],
  // A declined or expired quote may be requested again; a declined one may be ordered without a negotiated price.
  declined: ['created', 'processing_by_customer', 'submitted_by_customer', 'ordered', 'closed'],
  expired: [
    'created',
    'processing_by_admin',
    'processing_by_customer',
    'submitted_by_customer',
    'submitted_by_admin',
    'closed',
  ],
  // A purchase order of the buyer's company holds the prices until it is ordered.
  in_purchase_order: ['ordered'],
  ordered: [],
  closed: [],
  // The terms of a quote template, which are never ordered themselves: the shop may change open ones.
  template_open: ['template_open', 'template_locked'],
  template_locked: ['template_open', 'template_locked'],
} as const satisfies Record<string, readonly string[]>;

/** A state of a negotiation. */
export type NegotiationState = keyof typeof following;

/** The states with a transition to this one. */
export function statesBefore(state: NegotiationState): NegotiationState[] {
  return entriesOf<Record<NegotiationState, readonly string[]>>(following).flatMap(([from, to]) =>
    to.includes(state) ? [from] : [],
  );
}

/** States in which a price may be requested again. A draft of the buyer is not requested, but sent by its buyer. */
export const requestableStates: readonly NegotiationState[] = ['declined', 'expired'];

/** States in which the shop may change a quote. A draft stays a draft until it is submitted. */
export const changeableStates: readonly NegotiationState[] = [
  'draft_by_admin',
  'template_open',
  ...statesBefore('processing_by_admin'),
];

/** States of the terms of quote templates. */
export const templateStates: readonly string[] = ['template_open', 'template_locked'] satisfies NegotiationState[];

/** States in which a quote is not one of the buyer's: a draft of the shop, and the terms of a template. */
export const unseenStates: readonly string[] = ['draft_by_admin', ...templateStates];

/** States in which the buyer may change a quote and send it for review. A draft stays a draft until then. */
export const editableStates: readonly string[] = ['draft_by_customer', ...statesBefore('processing_by_customer')];

/** States in which the buyer may prepare the order. */
export const checkoutStates: readonly string[] = statesBefore('ordered').filter((one) => one !== 'in_purchase_order');

/** States in which a quote may become an order. */
export const orderableStates: readonly string[] = statesBefore('ordered');

/** States of a quote whose prices are final. */
export const finalStates: readonly string[] = ['in_purchase_order', 'ordered'] satisfies NegotiationState[];

/** States of a quote whose prices were submitted to the buyer. */
export const pricedStates: readonly string[] = [
  'submitted_by_admin',
  'processing_by_customer',
] satisfies NegotiationState[];

/** States in which the buyer may remove a quote from all lists: the shop does not work on it. */
export const removableStates: readonly string[] = [...editableStates, 'closed'];
