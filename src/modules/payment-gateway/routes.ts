import { orderingRoutes } from '../checkout/extensions.ts';
import { gatewayMethod } from './gateway.ts';

/** The checkout of guests who pay through the gateway: `POST /V1/<payment-provider>-guest-carts/…` of the interface. */
export const gatewayRoutes = orderingRoutes({
  ways: ['guest'],
  path: '/V1/gateway-guest-carts/:cartId/payment-information',
  service: 'paymentGatewayGuestPaymentInformationManagementProxyV1',
  summary: (cart) => `Set that ${cart} is paid through the gateway and where it is billed, and order it.`,
  edition: 'commercial',
  method: gatewayMethod.code,
});
