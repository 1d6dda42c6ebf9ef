import type { GraphQLTypes } from '../../kernel/graphql.ts';
import { valueAt } from '../../kernel/lookup.ts';
import type { NegotiationState } from './states.ts';

/** A state of a quote that is no template. */
type QuoteState = Exclude<NegotiationState, `template_${string}`>;

/** The states of quotes as buyers see them; source: the published guide of negotiable quotes. */
const statuses: Readonly<Record<QuoteState, GraphQLTypes['NegotiableQuoteStatus']>> = {
  draft_by_admin: 'DRAFT',
  draft_by_customer: 'DRAFT',
  created: 'SUBMITTED',
  submitted_by_customer: 'SUBMITTED',
  processing_by_admin: 'PENDING',
  submitted_by_admin: 'UPDATED',
  processing_by_customer: 'OPEN',
  in_purchase_order: 'ORDERED',
  ordered: 'ORDERED',
  closed: 'CLOSED',
  declined: 'DECLINED',
  expired: 'EXPIRED',
};
const byState = new Map<string, GraphQLTypes['NegotiableQuoteStatus']>(Object.entries(statuses));

/** The status of a quote as buyers see it. */
export function shownStatus(state: string): GraphQLTypes['NegotiableQuoteStatus'] {
  return valueAt(byState, state);
}
