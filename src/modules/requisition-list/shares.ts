import { hash } from 'node:crypto';
import { randomText } from '../../platform/access/random.ts';
import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { sharing } from './configuration.ts';
import { requisitionListErrors } from './errors.ts';
import { requireRequisitionLists } from './lists.ts';
import { nameOf } from './share-mails.ts';
import type { StoredRequisitionList } from './tables.ts';

const HOUR = 3_600_000;
/** Length and characters of a token: those of the published examples (381 bits). */
const TOKEN_LENGTH = 64;
const TOKEN_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Links of a list that are valid at the same time; a further one ends the oldest. */
const MOST_LINKS = 100;

const digestOf = (token: string): string => hash('sha256', token);

/** Throws where the website has no sharing of lists. */
export function requireSharing(call: Call): void {
  requireRequisitionLists(call);
  if (!call.config.of(sharing.isOn, { websiteId: call.scope.websiteId })) throw requisitionListErrors.noSharing();
}

/** The company that the caller shares lists in. Throws for callers without an approved one. */
export async function sharingCompany(call: Call): Promise<number> {
  requireSharing(call);
  const companyId = await call.services.company.buysFor(call, call.caller.id);
  if (companyId === undefined) throw requisitionListErrors.noSharing();
  return companyId;
}

/** Time before which links are too old. */
function oldest(call: Call): string {
  const days = call.config.of(sharing.days, { websiteId: call.scope.websiteId });
  return formatTime(new Date(call.clock.now().getTime() - days * 24 * HOUR));
}

/** Makes a link to a list, for the users of a company; the token in it. In a transaction that has the list locked. */
export async function createShare(
  call: Call,
  { list_id }: StoredRequisitionList,
  companyId: number,
  mails: number,
): Promise<string> {
  const token = randomText(TOKEN_LENGTH, TOKEN_CHARACTERS);
  await call.db
    .deleteFrom('requisition_list_share')
    .where('list_id', '=', list_id)
    .where((eb) =>
      eb.or([
        eb('created_at', '<', oldest(call)),
        eb(
          'token_digest',
          'in',
          eb
            .selectFrom('requisition_list_share as other')
            .select('other.token_digest')
            .where('other.list_id', '=', list_id)
            .where('other.mails', '=', 0)
            .orderBy('other.created_at', 'desc')
            .orderBy('other.token_digest')
            .limit(1000)
            .offset(MOST_LINKS - 1),
        ),
      ]),
    )
    .execute();
  await call.db
    .insertInto('requisition_list_share')
    .values({
      token_digest: digestOf(token),
      list_id,
      company_id: companyId,
      created_at: formatTime(call.clock.now()),
      mails,
    })
    .execute();
  return token;
}

/** Throws where the caller would send more emails about lists than an hour allows. In a transaction that has the caller locked. */
export async function checkMails(call: Call, more: number): Promise<void> {
  const most = call.config.of(sharing.ofHour, { websiteId: call.scope.websiteId });
  const { sum } = await call.db
    .selectFrom('requisition_list_share as share')
    .innerJoin('requisition_list as list', 'list.list_id', 'share.list_id')
    .select((eb) => eb.fn.sum<number | string | null>('share.mails').as('sum'))
    .where('list.customer_id', '=', call.caller.id)
    .where('share.created_at', '>', formatTime(new Date(call.clock.now().getTime() - HOUR)))
    .executeTakeFirstOrThrow();
  if (Number(sum ?? 0) + more > most) throw requisitionListErrors.tooManyMails([most]);
}

/** A shared list with its sender. */
interface SharedList {
  readonly list: StoredRequisitionList;
  readonly senderName: string;
}

/**
 * The list of a token, for users of the company that it was shared in, as long as its sender is one of them. Throws the same error for
 * every other token and caller.
 */
export async function sharedList(call: Call, token: string): Promise<SharedList> {
  requireSharing(call);
  const found = await call.db
    .selectFrom('requisition_list_share as share')
    .innerJoin('requisition_list as list', 'list.list_id', 'share.list_id')
    .selectAll('list')
    .select('share.company_id')
    .where('share.token_digest', '=', digestOf(token))
    .where('share.created_at', '>=', oldest(call))
    .executeTakeFirst();
  if (!found) throw requisitionListErrors.noShare();
  const { company_id, ...list } = found;
  const users = await call.services.company.activeUsers(call, company_id, [call.caller.id, list.customer_id]);
  if (!users.has(call.caller.id) || !users.has(list.customer_id)) throw requisitionListErrors.noShare();
  const sender = await call.services.customer.requireCustomer(call, list.customer_id, { addresses: false });
  return { list, senderName: nameOf(sender) };
}
