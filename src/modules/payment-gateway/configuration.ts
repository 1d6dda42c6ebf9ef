import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Configuration of the payment method `gateway`, by path. */
export const paymentGatewayConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'payment/gateway/active': '0',
    'payment/gateway/allowspecific': '0',
    'payment/gateway/group': 'online',
    'payment/gateway/max_order_total': null,
    'payment/gateway/min_order_total': null,
    'payment/gateway/order_status': 'processing',
    'payment/gateway/payment_action': 'authorize',
    'payment/gateway/sort_order': null,
    'payment/gateway/specificcountry': null,
    'payment/gateway/title': 'Card',
  }),
  'payment/gateway/gateway_url': '',
  'payment/gateway/instructions': null,
  'payment/gateway/mailing_address': null,
  'payment/gateway/payable_to': null,
  'payment/gateway/secret_key': { shipped: '', sealed: true },
  'payment/gateway/timeout': '20',
};
