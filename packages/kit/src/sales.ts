/** Orders and their documents, and payments: types of the interface, and the contributions of a module to orders. */

export { methodSettings, settingsOfMethod } from '../../../src/modules/payment/configuration.ts';
export type { PaymentProvider } from '../../../src/modules/payment/extensions.ts';
export type {
  DocumentExtension,
  OrderExtension,
  StoredItem,
  StoredOrder,
} from '../../../src/modules/sales/extensions.ts';
export {
  shareOfFee,
  shareOfPayment,
  namesOfTotal,
  type OrderTotal,
} from '../../../src/modules/sales/total-extensions.ts';
export { Creditmemo, CreditmemoExtensionAttributes } from '../../../src/modules/sales/types/creditmemo.ts';
export { Invoice, InvoiceExtensionAttributes } from '../../../src/modules/sales/types/invoice.ts';
export { Order, OrderExtensionAttributes } from '../../../src/modules/sales/types/order.ts';
export {
  OrderItem,
  OrderItemExtensionAttributes,
  OrderProductOptionExtension,
} from '../../../src/modules/sales/types/order-item.ts';
