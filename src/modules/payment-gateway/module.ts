import { module } from '../../kernel/module.ts';
import { gatewayMethod, gatewayProvider } from './gateway.ts';

/** Payment by card through a gateway over HTTP; see docs/payment-gateway.md. */
export const gateway = module({
  name: 'PaymentGateway',
  contributes: { paymentMethods: [gatewayMethod], paymentProviders: [gatewayProvider] },
});
