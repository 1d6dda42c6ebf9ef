import { module } from '../../kernel/module.ts';
import { gatewayCommands } from './commands.ts';
import { paymentGatewayConfiguration } from './configuration.ts';
import { gatewayMethod, gatewayProvider } from './gateway.ts';
import { gatewayRoutes } from './routes.ts';

/** Payment by card through a gateway over HTTP; see docs/payment-gateway.md. */
export const gateway = module({
  name: 'PaymentGateway',
  configuration: paymentGatewayConfiguration,
  routes: gatewayRoutes,
  commandGroup: 'orders',
  commands: gatewayCommands,
  contributes: { paymentMethods: [gatewayMethod], paymentProviders: [gatewayProvider] },
});
