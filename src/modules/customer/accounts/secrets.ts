import { hash, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { afterFailure, unlocked, type LockOutSettings } from '../../../platform/access/lock-out.ts';
import { verifyPassword } from '../../../platform/access/passwords.ts';
import { randomText } from '../../../platform/access/random.ts';
import type { Call } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import { preparedFirst, type Params } from '../../../storage/prepared.ts';
import { passwordSettings } from '../configuration.ts';
import type { CustomerSecretTable } from '../tables.ts';
import { isImportedPassword } from './imported-passwords.ts';

/** The stored secrets of a customer's account. */
export type CustomerSecret = Selectable<CustomerSecretTable>;

const byCustomer = preparedFirst((db, p: Params<{ id: number }>) =>
  db.selectFrom('customer_secret').selectAll().where('customer_id', '=', p.id),
);
const byResetToken = preparedFirst((db, p: Params<{ hash: string }>) =>
  db.selectFrom('customer_secret').selectAll().where('reset_token_hash', '=', p.hash),
);

/** The secrets of a customer, for sign-in and password reset only; undefined for an unknown one. */
export function findSecret(call: Call, customerId: number): Promise<CustomerSecret | undefined> {
  return byCustomer(call.db, { id: customerId });
}

/** As `findSecret`, and nobody else changes it before this transaction ends. */
export async function lockSecret(call: Call, customerId: number): Promise<CustomerSecret | undefined> {
  // A write that changes nothing locks the row on both databases.
  await call.db
    .updateTable('customer_secret')
    .set((eb) => ({ failures_num: eb.ref('failures_num') }))
    .where('customer_id', '=', customerId)
    .execute();
  return findSecret(call, customerId);
}

/** The account with this token in its last reset link. */
export function findSecretByResetToken(call: Call, token: string): Promise<CustomerSecret | undefined> {
  return byResetToken(call.db, { hash: hash('sha256', token) });
}

/** Inserts the row of a new customer; `passwordHash` null: no password yet. */
export async function insertSecret(call: Call, customerId: number, passwordHash: string | null): Promise<void> {
  await call.db
    .insertInto('customer_secret')
    .values({ customer_id: customerId, password_hash: passwordHash, failures_num: 0 })
    .execute();
}

/** Sets another password for a customer: locks are lifted and links of earlier reset emails become invalid. */
export async function setPasswordHash(call: Call, customerId: number, passwordHash: string): Promise<void> {
  await call.db
    .updateTable('customer_secret')
    .set({
      password_hash: passwordHash,
      reset_token_hash: null,
      reset_token_at: null,
      failures_num: 0,
      first_failure: null,
      lock_expires: null,
    })
    .where('customer_id', '=', customerId)
    .execute();
}

/**
 * Whether `password` is the customer's. Hashes of other platforms are accepted. Customers without a password take the same
 * time, so that timing reveals nothing.
 */
export async function isPassword(secret: CustomerSecret | undefined, password: string): Promise<boolean> {
  const stored = secret?.password_hash ?? undefined;
  if (stored === undefined || stored.startsWith('$argon2')) return verifyPassword(stored, password);
  await verifyPassword(undefined, password);
  return isImportedPassword(stored, password);
}

/** Gives a customer who has no password one by its hash, of this or another platform. */
export async function offerPasswordHash(call: Call, customerId: number, passwordHash: string): Promise<void> {
  await call.db
    .updateTable('customer_secret')
    .set({ password_hash: passwordHash })
    .where('customer_id', '=', customerId)
    .where('password_hash', 'is', null)
    .execute();
}

/** Creates the token of a reset link and replaces any earlier one. Only its hash is stored. */
export async function newResetToken(call: Call, customerId: number): Promise<string> {
  const token = randomText(32, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
  await call.db
    .updateTable('customer_secret')
    .set({ reset_token_hash: hash('sha256', token), reset_token_at: formatTime(call.clock.now()) })
    .where('customer_id', '=', customerId)
    .execute();
  return token;
}

/** Invalidates the link of the last reset email. */
export async function forgetResetToken(call: Call, customerId: number): Promise<void> {
  await call.db
    .updateTable('customer_secret')
    .set({ reset_token_hash: null, reset_token_at: null })
    .where('customer_id', '=', customerId)
    .execute();
}

/** Whether `token` is that of the last reset link. */
export function isResetToken(secret: CustomerSecret, token: string): boolean {
  if (!secret.reset_token_hash) return false;
  return timingSafeEqual(Buffer.from(secret.reset_token_hash), Buffer.from(hash('sha256', token)));
}

/** Compares two texts in constant time. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hash('sha256', one)), Buffer.from(hash('sha256', other)));
}

const lockOut: LockOutSettings = {
  failures: passwordSettings.lockoutFailures,
  minutes: passwordSettings.lockoutMinutes,
};

/**
 * Counts a wrong password; too many of them lock the account for a while (`passwordSettings`). For an unknown customer the
 * same statement runs, so that the time taken does not reveal which accounts exist.
 */
export async function countFailure(call: Call, customerId: number | undefined): Promise<void> {
  const changes = afterFailure(call, lockOut);
  if (!changes) return;
  await call.transaction(async ({ db }) => {
    await db
      .updateTable('customer_secret')
      .set(changes)
      .where('customer_id', '=', customerId ?? 0)
      .execute();
  });
}

/** Removes a lock and resets the count of failures. */
export async function unlock(call: Call, customerId: number): Promise<void> {
  await call.transaction(async ({ db }) => {
    await db.updateTable('customer_secret').set(unlocked).where('customer_id', '=', customerId).execute();
  });
}
