import { orderStates, statusLabel, type OrderState } from '../../../../../src/modules/sales/lifecycle/states.ts';
import { Badge } from '../../parts/badge.tsx';
import { named, t } from '../../texts/text.ts';

type Kind = Parameters<typeof Badge>[0]['kind'];

/** Colours of states; yellow waits for the shop. */
const kinds: Readonly<Record<OrderState, Kind>> = {
  new: 'warn',
  pending_payment: 'warn',
  processing: 'warn',
  complete: 'good',
  closed: 'plain',
  canceled: 'plain',
  holded: 'bad',
  payment_review: 'bad',
};

/** The states of orders with their names for people. */
export const stateOptions = orderStates.map((state) => [state, stateLabel(state)] as const);

function stateLabel(state: OrderState): string {
  return state === 'new' ? t('New') : named(statusLabel(state));
}

/** The status of an order as a badge, in the colour of its state. */
export function OrderStatus({
  state,
  status,
}: {
  state: string | null | undefined;
  status: string | null | undefined;
}) {
  const kind = Object.entries(kinds).find(([one]) => one === state)?.[1] ?? 'plain';
  return <Badge kind={kind}>{named(statusLabel(status ?? ''))}</Badge>;
}
