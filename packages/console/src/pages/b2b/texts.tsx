import type { ComponentChildren } from 'preact';
import { formatMoney } from '../../../../../src/kernel/money-text.ts';
import type { NegotiationState } from '../../../../../src/modules/negotiable-quote/states.ts';
import type { PurchaseOrderState as PurchaseOrderStateName } from '../../../../../src/modules/purchase-order/states.ts';
import { Badge } from '../../parts/badge.tsx';
import { t } from '../../texts/text.ts';
import { locale } from '../../texts/language.ts';

/** An amount in the format of the locale. */
export function Money({ value, currency }: { value: number | null | undefined; currency: string | null | undefined }) {
  return <>{formatMoney(value ?? 0, currency ?? '', locale)}</>;
}

type Kind = Parameters<typeof Badge>[0]['kind'];

/** The text of a state for people. `kind` is `warn` while somebody has to act. */
interface StateText {
  readonly label: string;
  readonly kind: Kind;
}

/** The states of quotes that the shop sees: neither drafts of buyers nor the terms of templates. */
type VisibleQuoteState = Exclude<NegotiationState, 'draft_by_customer' | `template_${string}`>;

const textsOfQuotes: Readonly<Record<VisibleQuoteState, StateText>> = {
  draft_by_admin: { label: t('draft'), kind: 'warn' },
  created: { label: t('new'), kind: 'warn' },
  processing_by_admin: { label: t('in progress'), kind: 'warn' },
  submitted_by_customer: { label: t('returned by the buyer'), kind: 'warn' },
  submitted_by_admin: { label: t('sent to the buyer'), kind: 'plain' },
  processing_by_customer: { label: t('changed by the buyer'), kind: 'plain' },
  in_purchase_order: { label: t('in a purchase order'), kind: 'good' },
  ordered: { label: t('ordered'), kind: 'good' },
  declined: { label: t('declined'), kind: 'bad' },
  expired: { label: t('expired'), kind: 'bad' },
  closed: { label: t('closed'), kind: 'plain' },
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
  pending: { label: t('pending'), kind: 'plain' },
  approval_required: { label: t('awaiting approval'), kind: 'warn' },
  approved: { label: t('approved'), kind: 'plain' },
  approved_pending_payment: { label: t('awaiting payment'), kind: 'warn' },
  order_in_progress: { label: t('being ordered'), kind: 'plain' },
  order_placed: { label: t('ordered'), kind: 'good' },
  order_failed: { label: t('order failed'), kind: 'bad' },
  rejected: { label: t('rejected'), kind: 'bad' },
  canceled: { label: t('canceled'), kind: 'plain' },
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
/** The names of these states for people, in the same order. */
export const companyStateTexts: readonly string[] = [t('pending'), t('approved'), t('rejected'), t('blocked')];
const companyKinds: readonly Kind[] = ['warn', 'good', 'bad', 'bad'];

/** The state of a company as a badge. */
export function CompanyState({ status }: { status: number | null | undefined }) {
  return <Badge kind={companyKinds[status ?? 0] ?? 'plain'}>{companyStateTexts[status ?? 0] ?? status}</Badge>;
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
