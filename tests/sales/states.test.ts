import { describe, expect, it } from 'vitest';
import { defaultStatus, hasStatus, orderStates } from '../../src/modules/sales/lifecycle/states.ts';
import {
  mayFollow,
  stateAfterCancel,
  stateAfterDocument,
  type OrderAction,
} from '../../src/modules/sales/lifecycle/transitions.ts';

const left = (toInvoice: boolean, toShip: boolean, toRefund: boolean) => ({ toInvoice, toShip, toRefund });

describe('the states of an order', () => {
  it('allow nothing after the end, and only the release of what is on hold', () => {
    const actions: OrderAction[] = ['invoice', 'ship', 'refund', 'cancel', 'hold', 'unhold'];
    const allowed = (state: string) => actions.filter((action) => mayFollow(state, action));
    expect(allowed('canceled')).toEqual([]);
    expect(allowed('holded')).toEqual(['unhold']);
    expect(allowed('payment_review')).toEqual([]);
    expect(allowed('complete')).toEqual(['ship', 'refund']);
    expect(allowed('new')).toEqual(['invoice', 'ship', 'refund', 'cancel', 'hold']);
    expect(allowed('unheard-of')).toEqual([]);
  });

  it('have a status each, and processing and review may be suspected of fraud', () => {
    for (const state of orderStates) expect(hasStatus(state, defaultStatus(state))).toBe(true);
    expect(orderStates.filter((state) => hasStatus(state, 'fraud'))).toEqual(['processing', 'payment_review']);
  });

  it.each([
    ['new', left(true, true, false), 'processing'],
    ['processing', left(false, true, true), 'processing'],
    ['processing', left(true, false, true), 'processing'],
    ['processing', left(false, false, true), 'complete'],
    ['complete', left(false, false, true), 'complete'],
    ['complete', left(false, false, false), 'closed'],
    ['processing', left(false, false, false), 'closed'],
    ['canceled', left(false, false, false), 'canceled'],
    ['holded', left(false, false, true), 'holded'],
  ] as const)('lead from %s, with %o left, to %s', (state, rest, next) => {
    expect(stateAfterDocument(state, rest)).toBe(next);
  });

  it('are canceled only when nothing was invoiced', () => {
    expect(stateAfterCancel('new', left(false, false, false), false)).toBe('canceled');
    expect(stateAfterCancel('processing', left(false, true, true), true)).toBe('processing');
    expect(stateAfterCancel('processing', left(false, false, true), true)).toBe('complete');
    expect(stateAfterCancel('processing', left(true, false, true), true)).toBe('complete');
    expect(stateAfterCancel('processing', left(true, false, false), false)).toBe('processing');
  });
});
