import { t } from '../texts/text.ts';

/** The states of returns, with their names for people. */
export const returnStatuses = [
  ['pending', t('Pending')],
  ['unconfirmed', t('Not confirmed')],
  ['authorized', t('Authorized')],
  ['partially_authorized', t('Partly authorized')],
  ['received', t('Received')],
  ['received_on_item', t('Partly received')],
  ['approved_on_item', t('Partly approved')],
  ['rejected_on_item', t('Partly rejected')],
  ['processed_closed', t('Processed and closed')],
  ['closed', t('Closed')],
] as const;

/** The name of a state of a return; of an unknown one, itself. */
export function returnStatusLabel(status: string): string {
  return returnStatuses.find(([one]) => one === status)?.[1] ?? status;
}
