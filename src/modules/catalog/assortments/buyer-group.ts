import type { Call } from '../../../kernel/call.ts';
import { loader } from '../../../kernel/loader.ts';

/** The customer group for prices: that of the scope, else a customer's own or that of visitors. */
export async function buyerGroup(call: Call): Promise<number> {
  return call.scope.customerGroup ?? (await callersGroup(call, call.caller.id));
}

// Per call, not per caller: loaded once for a response.
const callersGroup = loader<number, number>(async ([id], call) => [
  id === 0 ? 0 : ((await call.services.customer.groupOfCaller(call)) ?? 0),
]);
