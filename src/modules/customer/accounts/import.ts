import type { Call } from '../../../kernel/call.ts';
import { findCustomerByEmail } from '../customers/load.ts';
import { readNewCustomer } from '../customers/read.ts';
import { insertCustomer } from '../customers/rows.ts';
import type { CustomerInput } from '../customers/types.ts';
import { inIds } from '../../../storage/sql.ts';
import { insertSecret } from './secrets.ts';
import { updateCustomer } from './update.ts';

/** An account of a file. */
interface ImportedAccount {
  readonly customer: CustomerInput & { readonly email: string; readonly website_id: number };
  /** The hash of the password in the file; undefined: none. */
  readonly passwordHash: string | undefined;
}

/**
 * Creates the account with an e-mail address on a website, or changes it; within a transaction. No email is sent, and no
 * confirmation asked for. Throws errors of the fields.
 */
export async function importAccount(
  call: Call,
  { customer, passwordHash }: ImportedAccount,
): Promise<'created' | 'updated'> {
  const before = await findCustomerByEmail(call, customer.email, customer.website_id);
  if (before) {
    await updateCustomer(call, { ...customer, id: before.id }, passwordHash);
    return 'updated';
  }
  const fields = await readNewCustomer(call, customer);
  const { confirmation, created_in } = customer;
  const id = await insertCustomer(call, {
    ...fields,
    confirmation: confirmation || null,
    created_in: created_in || fields.created_in,
  });
  await insertSecret(call, id, passwordHash ?? null);
  return 'created';
}

/** The hashes of customers' passwords by their ids, for exports alone. */
export async function passwordHashes(call: Call, ids: readonly number[]): Promise<Map<number, string | null>> {
  const rows = await call.db
    .selectFrom('customer_secret')
    .select(['customer_id', 'password_hash'])
    .where(inIds('customer_id', ids))
    .execute();
  return new Map(rows.map((row) => [row.customer_id, row.password_hash]));
}
