import { hash, randomBytes } from 'node:crypto';
import { issueToken } from '../../platform/access/tokens.ts';
import { callerTypes, type Call } from '../../kernel/call.ts';
import { PlatformError } from '../../kernel/errors.ts';
import { formatTime } from '../../kernel/time.ts';
import { loginCodeLifetime } from './configuration.ts';
import { exchangeErrors } from './errors.ts';

const digestOf = (code: string): string => hash('sha256', code);

/**
 * Creates a one-time code to sign in as a customer who allows assistance. Only the response contains it. Throws 404 for
 * an unknown customer, 400 when assistance is disabled or not allowed.
 */
export async function makeLoginCode(call: Call, customerId: number, reason: string | null): Promise<string> {
  const { customer, loginAsCustomer } = call.services;
  await customer.requireCustomer(call, customerId, { addresses: false });
  await loginAsCustomer.requireAssistance(call, customerId);
  const code = randomBytes(16).toString('hex');
  const now = call.clock.now();
  const seconds = call.config.of(loginCodeLifetime);
  await call.db
    .insertInto('customer_login_code')
    .values({
      customer_id: customerId,
      code_hash: digestOf(code),
      user_type: callerTypes[call.caller.type],
      user_id: call.caller.id,
      reason,
      created_at: formatTime(now),
      expires_at: formatTime(new Date(now.getTime() + seconds * 1000)),
    })
    .execute();
  return code;
}

/**
 * Exchanges a code for a token of its customer; within a transaction. A wrong address, a wrong, used or expired code
 * and a customer who no longer allows assistance cause the same error.
 */
export async function exchangeLoginCode(call: Call, email: string, code: string): Promise<string> {
  const { customer: customers, loginAsCustomer } = call.services;
  const customer = await customers.customerByEmail(call, email, customers.websiteOf(call));
  const now = formatTime(call.clock.now());
  const used = await call.db
    .updateTable('customer_login_code')
    .set({ used_at: now })
    .where('customer_id', '=', customer?.id ?? 0)
    .where('code_hash', '=', digestOf(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  if (!customer || used.numUpdatedRows === 0n) throw exchangeErrors.codeRefused();
  try {
    await loginAsCustomer.requireAssistance(call, customer.id);
    await customers.requireEntry(call, customer);
  } catch (error) {
    throw error instanceof PlatformError ? exchangeErrors.codeRefused(undefined, { cause: error }) : error;
  }
  return issueToken(call, { type: 'customer', id: customer.id });
}
