import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { insertRows } from '../../storage/rows.ts';
import { mostInvitations, mostInvitees } from './configuration.ts';
import { registryErrors } from './errors.ts';
import { mailInvitation } from './mails.ts';
import { isOpenTo, type Registry } from './registries.ts';

/** The person who invites, with a message to the guests. */
interface Sender {
  readonly name: string;
  readonly message: string;
}

/** A guest by name and email address. */
interface Invitee {
  readonly name: string;
  readonly email: string;
}

const HOUR = 3_600_000;

/**
 * Invites people to a registry of the caller by email; in a transaction. Throws 400 for invalid invitations, more than
 * the settings allow, and a registry that the guests could not open.
 */
export async function shareRegistry(
  call: Call,
  registry: Registry,
  sender: Sender,
  invitees: readonly Invitee[],
): Promise<void> {
  if (!isOpenTo(registry, registry.website_id)) throw registryErrors.notShareable();
  checkInvitation(call, sender, invitees);
  await countInvitations(call, invitees.length);
  for (const { email, name } of invitees) {
    await mailInvitation(call, registry, sender, { email: email.trim(), name: name.trim() });
  }
}

function checkInvitation(call: Call, sender: Sender, invitees: readonly Invitee[]): void {
  const most = call.config.of(mostInvitees, { storeId: call.scope.storeId });
  if (invitees.length > most) throw registryErrors.tooManyInvitees([most]);
  if (sender.name.trim() === '') throw registryErrors.shareMissing(['Name', 'sender']);
  if (sender.message.trim() === '') throw registryErrors.shareMissing(['Message', 'sender']);
  if (invitees.length === 0) throw registryErrors.shareMissing(['Email', 'invitees']);
  for (const { email, name } of invitees) {
    if (name.trim() === '') throw registryErrors.shareMissing(['Name', 'invitees']);
    if (email.trim() === '') throw registryErrors.shareMissing(['Email', 'invitees']);
    if (!call.services.customer.isEmailAddress(email.trim())) throw registryErrors.shareEmail([email]);
  }
}

/** Records invitations of the caller. Throws above the limit of an hour. */
async function countInvitations(call: Call, count: number): Promise<void> {
  const { caller, clock, db } = call;
  // Without the lock, concurrent requests could exceed the limit.
  await call.services.customer.lock(call, caller.id);
  const now = clock.now();
  const since = formatTime(new Date(now.getTime() - HOUR));
  await db
    .deleteFrom('gift_registry_invitation')
    .where('customer_id', '=', caller.id)
    .where('sent_at', '<', since)
    .execute();
  const rows = Array.from({ length: count }, () => ({ customer_id: caller.id, sent_at: formatTime(now) }));
  await insertRows(db, 'gift_registry_invitation', rows);
  const { total } = await db
    .selectFrom('gift_registry_invitation')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('customer_id', '=', caller.id)
    .executeTakeFirstOrThrow();
  const most = call.config.of(mostInvitations, { storeId: call.scope.storeId });
  if (Number(total) > most) throw registryErrors.tooManyInvitations([most]);
}
