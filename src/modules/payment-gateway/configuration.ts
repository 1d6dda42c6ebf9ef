import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { seconds, setting, settings, text, webAddress } from '../../kernel/settings.ts';
import { methodSettings, settingsOfMethod } from '../payment/configuration.ts';

export const gatewaySettings = {
  url: setting('payment/gateway/gateway_url', webAddress, '', 'URL at which the paths of the payment gateway begin'),
  secretKey: setting('payment/gateway/secret_key', text, '', 'Key for the payment gateway', { sealed: true }),
  timeout: setting(
    'payment/gateway/timeout',
    seconds(0.1),
    20,
    'Longest time that the platform waits for the payment gateway, with all attempts',
  ),
};

/** Configuration of the payment method `gateway`, by path. */
export const paymentGatewayConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, { 'payment/gateway/group': 'online' }),
  'payment/gateway/instructions': null,
  'payment/gateway/mailing_address': null,
  'payment/gateway/payable_to': null,
  ...settings([
    ...settingsOfMethod('gateway', { title: 'Card', orderStatus: 'processing' }),
    methodSettings.action.of('gateway'),
    ...Object.values(gatewaySettings),
  ]),
};
