import { defineErrors, PlatformError } from '../../kernel/errors.ts';

/** Errors of payments through a provider. */
export const paymentErrors = defineErrors('payment', {
  declined: [
    'couldNotSave',
    'Transaction has been declined. Please try again later.',
    'the provider of a payment method refuses a request',
  ],
  providerNotSetUp: [
    'input',
    'The requested Payment Method is not available.',
    'a storefront calls a payment provider that the installation does not have',
  ],
  noToken: [
    'noSuchEntity',
    'Could not find a token using public hash: %1',
    'a customer deletes a saved payment method that does not exist',
    'filled',
  ],
  notPlaced: [
    'couldNotSave',
    'A server error stopped your order from being placed. Please try to place your order again.',
    'the provider of a payment method does not answer while an order is placed; the cart stays as it is',
    'temporary',
  ],
  silent: [
    'unanswered',
    'The payment gateway did not answer. Its transactions are booked once it reports them.',
    'the provider of a payment method does not answer a capture, void or refund; the order waits for it',
  ],
  underWay: [
    'retriable',
    'A payment is under way. Please try again.',
    'an order is changed, or a cart paid, while the provider of its payment method has not answered an earlier request',
  ],
  noProvider: [
    'state',
    'No installed module provides the payment method "%1". Settle the payment with --by-hand.',
    'a command settles a payment whose provider is no longer installed',
    'filled',
  ],
  beingSettled: [
    'state',
    'The payment is being settled. Try again in a minute.',
    'a command settles a payment while the recovery does',
  ],
  notUnsettled: [
    'noSuchEntity',
    'There is no unsettled payment with the key "%1". Run payment:unsettled to list them.',
    'a command settles a payment that is unknown or already settled',
    'filled',
  ],
});

/** Thrown while a payment for the subject is in progress, which blocks changes. */
export class PaymentUnderWay extends PlatformError {
  /** As in the operations: `order:12`. */
  readonly subject: string;

  constructor(subject: string) {
    const { kind, message } = paymentErrors.underWay();
    super(kind, message);
    this.subject = subject;
  }
}

/** Whether an error means that a provider declined a request. */
export function isDeclined(error: unknown): boolean {
  return error instanceof PlatformError && error.message === paymentErrors.declined.template;
}
