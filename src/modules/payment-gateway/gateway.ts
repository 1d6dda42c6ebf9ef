import type { Call } from '../../kernel/call.ts';
import type { PaymentMethod } from '../quote/payment/extensions.ts';
import { ProviderSilent, type MoneyAnswer, type MoneyRequest, type PaymentProvider } from '../payment/extensions.ts';
import { createGatewayClient, type GatewayClient, type GatewayTransaction } from './client.ts';
import { gatewaySettings } from './configuration.ts';

const code = 'gateway';

/**
 * Card payment: the buyer's client gets a token from the gateway. It sends the token as `additional_data.token`, or as
 * the only element of a list.
 */
export const gatewayMethod: PaymentMethod = {
  code,
  storedData: ['token'],
  // Without a URL and a key, payments would fail.
  isOffered: (_, setting) => setting(gatewaySettings.url) !== '' && setting(gatewaySettings.secretKey) !== '',
};

/** Executes the payments of `gateway` through the configured server. */
export const gatewayProvider: PaymentProvider = {
  method: code,
  patience,
  send: async (call, key, request) => answerOf(await clientOf(call, request.storeId).post(key, bodyOf(request))),
  find: async (call, storeId, id) => answerOf(await clientOf(call, storeId).get(id)),
  withdraw: (call, storeId, key) => clientOf(call, storeId).withdraw(key),
};

/** In milliseconds. */
function patience(call: Call, storeId: number): number {
  return call.config.of(gatewaySettings.timeout, { storeId }) * 1_000;
}

function clientOf(call: Call, storeId: number): GatewayClient {
  const url = call.config.of(gatewaySettings.url, { storeId });
  const secret = call.config.of(gatewaySettings.secretKey, { storeId });
  // Operations with an unknown outcome continue once the settings are restored.
  if (!URL.canParse(url) || secret === '') throw new ProviderSilent('the payment gateway is not configured');
  const key = call.services.configuration.open(gatewaySettings.secretKey.path, secret).trim();
  // An invalid header value would appear in the error message.
  if (!/^[\x20-\x7e]+$/.test(key)) throw new ProviderSilent('the key of the payment gateway has signs that no key has');
  return createGatewayClient({ url, secret: key, patience: patience(call, storeId) });
}

function bodyOf(request: MoneyRequest): Record<string, unknown> {
  const { kind, amount, currency } = request;
  const about = 'parent' in request ? { parent: request.parent } : { token: request.token };
  return { type: kind, amount, currency, ...about };
}

function answerOf({ id, status, message, card }: GatewayTransaction): MoneyAnswer {
  return status === 'declined' ? { status, reason: message ?? '' } : { status, transactionId: id, card: card ?? {} };
}
