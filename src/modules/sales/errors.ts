import { defineErrors } from '../../kernel/errors.ts';

/** Errors of orders and of the documents that follow them. */
export const salesErrors = defineErrors('sales', {
  notFound: [
    'noSuchEntity',
    "The entity that was requested doesn't exist. Verify the entity and try again.",
    'no order, item, invoice, shipment, credit memo or transaction has this id',
  ],
  changedHere: [
    'state',
    'Order %1 was invoiced, shipped, refunded or canceled here since it was moved, and stays as it is.',
    'a follow-up of `souk migrate` has changes of an order that has documents or quantities of its own here',
  ],
  noHold: ['state', 'A hold action is not available.', 'the state of the order does not allow it to be held'],
  noUnhold: ['state', 'You cannot remove the hold.', 'the order is not on hold'],
  noCapture: [
    'state',
    'The capture action is not available.',
    'the invoice is paid, or its payment method has no online capture',
  ],
  noVoid: ['state', 'The void action is not available.', 'the payment of the invoice cannot be undone'],
  noInvoiceSaved: [
    'couldNotSave',
    'Could not save an invoice, see error log for details',
    'the payment provider declines the capture of an invoice',
  ],
  noCreditmemoSaved: [
    'couldNotSave',
    'Could not save a Creditmemo, see error log for details',
    'the payment provider declines the refund of an invoice',
  ],
  noCreditmemoCancel: ['state', 'You can not cancel Credit Memo', 'a credit memo is canceled'],
  noPayment: ['couldNotSave', 'Please provide payment for the order.', 'an order has no payment'],
  noItems: ['couldNotSave', 'Please specify order items.', 'an order has no items'],
  incrementTaken: [
    'couldNotSave',
    'The order number "%1" is taken already.',
    'another order of the store has the number',
  ],
  unknownStore: ['couldNotSave', 'The store view "%1" does not exist.', 'an order has an unknown store view'],
  statusOfAnotherState: [
    'input',
    'Unable to add comment: The status "%1" is not part of the order status history.',
    'a comment names a status that does not belong to the state of the order',
  ],
  addressNotSaved: [
    'couldNotSave',
    "The order address couldn't be saved.",
    'an address lacks a required field, or does not belong to the order',
  ],
  invoiceErrors: ['input', 'Invoice Document Validation Error(s):\n%details', 'an invoice cannot be created', 'filled'],
  shipmentErrors: [
    'input',
    'Shipment Document Validation Error(s):\n%details',
    'a shipment cannot be created',
    'filled',
  ],
  creditmemoErrors: [
    'input',
    'Creditmemo Document Validation Error(s):\n%details',
    'a credit memo cannot be created',
    'filled',
  ],
  invoiceQuantity: [
    'state',
    'We found an invalid quantity to invoice item "%1".',
    'the invoiced quantity of an item exceeds the open quantity, or is negative',
  ],
  refundQuantity: [
    'state',
    'We found an invalid quantity to refund item "%1".',
    'the refunded quantity of an item exceeds the invoiced quantity, is negative, or is a fraction of an indivisible item',
  ],
  shippingRefund: [
    'state',
    'Maximum shipping amount allowed to refund is: %1',
    'the shipping refund exceeds the refundable amount',
  ],
  noShippingToRefund: [
    'state',
    'You can not refund shipping if there is no shipping amount.',
    'shipping is refunded for an order without shipping costs',
  ],
  refundAmount: ['state', 'The most money available to refund is %1.', 'a credit memo refunds more than was paid'],
  refundTotal: ['state', "The credit memo's total must be positive.", 'the total of a credit memo is negative'],
  refundElsewhere: [
    'state',
    'The payment method of the order takes refunds back itself, so they cannot go to store credit.',
    'a credit memo refunds an order to store credit that was paid with company credit',
  ],
  creditmemoExists: [
    'state',
    'We cannot register an existing credit memo.',
    'a refund names a credit memo that exists',
  ],
  invoiceComment: ['couldNotSave', 'Could not save the invoice comment.', 'the invoice of a comment does not exist'],
  shipmentComment: ['couldNotSave', 'Could not save the shipment comment.', 'the shipment of a comment does not exist'],
  creditmemoComment: [
    'couldNotSave',
    'Could not save the creditmemo comment.',
    'the credit memo of a comment does not exist',
  ],
  shipmentNotSaved: ['couldNotSave', "The shipment couldn't be saved.", 'a shipment has no items'],
  track: [
    'couldNotSave',
    'Could not save the shipment tracking.',
    'the shipment of a track does not exist, or the track lacks its order, number or carrier, or names another order',
  ],
  foreignItem: ['couldNotSave', 'The item %1 is not part of the order.', 'a document has an item of another order'],
});

/** Reasons against creating a document, as parameters of the errors above. */
export const reasons = {
  noInvoiceItems: "The invoice can't be created without products. Add products and try again.",
  invoiceStatus: (status: string) => `An invoice cannot be created when an order has a status of ${status}`,
  noInvoice: 'The order does not allow an invoice to be created.',
  noShipmentItems: "You can't create a shipment without products.",
  shipmentStatus: (status: string) => `A shipment cannot be created when an order has a status of ${status}`,
  noShipment: 'The order does not allow a shipment to be created.',
  trackNumber: 'Please enter a tracking number.',
  refundStatus: (status: string) => `A creditmemo can not be created when an order has a status of ${status}`,
  refundQuantity: (sku: string) => `We found an invalid quantity to refund item "${sku}".`,
  refundMoney: (available: number) => `The most money available to refund is ${available}.`,
  noRefund: 'The order does not allow a creditmemo to be created.',
  refundTotal: "The credit memo's total must be positive.",
  refundOfInvoice: "We can't create creditmemo for the invoice.",
  refundOfInvoiceQuantity: 'The quantity to refund must not be greater than the unrefunded quantity.',
  foreignRefund: 'The creditmemo contains product item that is not part of the original order.',
  wrongRefund: 'The creditmemo contains incorrect product items.',
} as const;
