import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import {
  decimalFrom,
  filled,
  filledText,
  setting,
  settingFamily,
  settings,
  shopSetting,
  text,
  yesOrNo,
} from '../../kernel/settings.ts';

export const allowsReorder = setting(
  'sales/reorder/allow',
  yesOrNo,
  true,
  'Whether customers may put the items of an order into their cart again',
  shopSetting,
);
export const allowsEmptyRefund = setting(
  'sales/zerograndtotal_creditmemo/allow_zero_grandtotal',
  yesOrNo,
  true,
  'Whether a credit memo may have a total of zero',
  shopSetting,
);

/** The cancellation of orders by customers. */
export const cancellation = {
  isEnabled: setting('sales/cancellation/enabled', yesOrNo, false, 'Whether customers may cancel orders', shopSetting),
  /** The reasons that customers choose from, by their number from 1. */
  reasons: settingFamily(
    'sales/cancellation/reasons/reason*/description',
    text,
    undefined,
    'Reason for which customers cancel orders; empty: the reason is not offered',
    shopSetting,
  ),
  keyLifetime: setting(
    'souk/sales_cancellation/key_lifetime',
    decimalFrom(0, 'hours'),
    24,
    'How long a guest may confirm the cancellation of an order',
    shopSetting,
  ),
};
const cancellationReasons = [
  'The item(s) are no longer needed',
  'The order was placed by mistake',
  'Item(s) not arriving within the expected timeframe',
  'Found a better price elsewhere',
  'Other',
];

const sendsMail = settingFamily(
  'sales_email/*/enabled',
  filled(yesOrNo),
  true,
  'Whether buyers get an email about the document',
  shopSetting,
);
/** Which emails buyers get. */
export const mailSwitches = {
  order: sendsMail.of('order'),
  invoice: sendsMail.of('invoice'),
  shipment: sendsMail.of('shipment'),
  creditmemo: sendsMail.of('creditmemo'),
  comment: sendsMail.of('order_comment'),
};

/** Printed documents. */
export const printSettings = {
  address: setting(
    'sales/identity/address',
    filledText,
    '',
    'Address of the shop on printed documents; empty: that of the store information',
    shopSetting,
  ),
  font: setting(
    'souk/sales_pdf/font',
    filledText,
    '',
    'Path of the TrueType or OpenType font of printed documents; empty: a built-in one',
  ),
  printsLabels: setting(
    'souk/sales_pdf/labels',
    yesOrNo,
    false,
    'Whether each shipment has a label, also without packages',
    shopSetting,
  ),
  /** By kind of document. */
  hasOrderNumber: settingFamily(
    'sales_pdf/*/put_order_id',
    filled(yesOrNo),
    true,
    'Whether the printed document has the number of the order',
    shopSetting,
  ),
  isAttached: settingFamily(
    'souk/sales_pdf/attach_*',
    yesOrNo,
    false,
    'Whether the email about the document has it attached as PDF',
    shopSetting,
  ),
};

export const salesConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'sales/orders/delete_pending_after': '480',
    'sales/orders/items_per_page': '20',
    'sales_pdf/order/put_order_id': null,
  }),
  'sales/general/hide_customer_ip': '0',
  ...settings([
    allowsReorder,
    allowsEmptyRefund,
    cancellation.isEnabled,
    cancellation.keyLifetime,
    ...cancellationReasons.map((reason, at) => cancellation.reasons.of(String(at + 1), reason)),
    ...Object.values(mailSwitches),
    printSettings.address,
    printSettings.font,
    printSettings.printsLabels,
    ...['invoice', 'shipment', 'creditmemo'].map((kind) => printSettings.hasOrderNumber.of(kind)),
    ...['order', 'invoice', 'shipment', 'creditmemo'].map((kind) => printSettings.isAttached.of(kind)),
  ]),
};
