import type { ComponentChildren } from 'preact';
import { formatMoney } from '../../../../../src/kernel/money-text.ts';
import type { NegotiationState } from '../../../../../src/modules/negotiable-quote/states.ts';
import type { PurchaseOrderState as PurchaseOrderStateName } from '../../../../../src/modules/purchase-order/states.ts';
import { Badge } from '../../parts/badge.tsx';

/** An amount in the format of the browser's language. */
export function Money({ value, currency }: { value: number | null | undefined; currency: string | null | undefined }) {
  return <>{formatMoney(value ?? 0, currency ?? '', navigator.language)}</>;
}

/** A number with the noun that it counts. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

type Kind = Parameters<typeof Badge>[0]['kind'];

/** The text of a state for people. `kind` is `warn` while somebody has to act. */
interface StateText {
  readonly label: string;
  readonly kind: Kind;
}

/** The states of quotes that the shop sees: neither drafts of buyers nor the terms of templates. */
type VisibleQuoteState = Exclude<NegotiationState, 'draft_by_customer' | `template_${string}`>;

const textsOfQuotes: Readonly<Record<VisibleQuoteState, StateText>> = {
  draft_by_admin: { label: 'draft', kind: 'warn' },
  created: { label: 'new', kind: 'warn' },
  processing_by_admin: { label: 'in progress', kind: 'warn' },
  submitted_by_customer: { label: 'returned by the buyer', kind: 'warn' },
  submitted_by_admin: { label: 'sent to the buyer', kind: 'plain' },
  processing_by_customer: { label: 'changed by the buyer', kind: 'plain' },
  in_purchase_order: { label: 'in a purchase order', kind: 'good' },
  ordered: { label: 'ordered', kind: 'good' },
  declined: { label: 'declined', kind: 'bad' },
  expired: { label: 'expired', kind: 'bad' },
  closed: { label: 'closed', kind: 'plain' },
};

/** The states of quotes by name. */
export const quoteStates: ReadonlyMap<string, StateText> = new Map(Object.entries(textsOfQuotes));

/** The state of a quote for people. */
export const quoteState = (status: string | null | undefined): string =>
  quoteStates.get(status ?? '')?.label ?? status ?? '';

/** The state of a quote as a badge. */
export function QuoteState({ status }: { status: string | null | undefined }) {
  return <Badge kind={quoteStates.get(status ?? '')?.kind ?? 'plain'}>{quoteState(status)}</Badge>;
}

const textsOfPurchaseOrders: Readonly<Record<PurchaseOrderStateName, StateText>> = {
  pending: { label: 'pending', kind: 'plain' },
  approval_required: { label: 'awaiting approval', kind: 'warn' },
  approved: { label: 'approved', kind: 'plain' },
  approved_pending_payment: { label: 'awaiting payment', kind: 'warn' },
  order_in_progress: { label: 'being ordered', kind: 'plain' },
  order_placed: { label: 'ordered', kind: 'good' },
  order_failed: { label: 'order failed', kind: 'bad' },
  rejected: { label: 'rejected', kind: 'bad' },
  canceled: { label: 'canceled', kind: 'plain' },
};

/** The states of purchase orders by name. */
export const purchaseOrderStates: ReadonlyMap<string, StateText> = new Map(Object.entries(textsOfPurchaseOrders));

/** The state of a purchase order as a badge. */
export function PurchaseOrderState({ status }: { status: string | null | undefined }) {
  const { label = status, kind = 'plain' } = purchaseOrderStates.get(status ?? '') ?? {};
  return <Badge kind={kind}>{label}</Badge>;
}

/** States of companies by the numbers of the interface. */
export const companyStates = ['pending', 'approved', 'rejected', 'blocked'] as const;
const companyKinds: readonly Kind[] = ['warn', 'good', 'bad', 'bad'];

/** The state of a company as a badge. */
export function CompanyState({ status }: { status: number | null | undefined }) {
  return <Badge kind={companyKinds[status ?? 0] ?? 'plain'}>{companyStates[status ?? 0] ?? status}</Badge>;
}

/** Facts about a record, each with its name; absent ones are omitted. */
export function Facts({ of }: { of: readonly (readonly [title: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
