import type { Insertable } from 'kysely';
import type { Call, ConfigurationReader, Tables } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { foldText } from '../../kernel/fold.ts';
import { parseJson } from '../../kernel/json-text.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { MASK } from '../../kernel/masking.ts';
import { preparedWrite, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import { escapeLike, fold, like } from '../../storage/sql.ts';
import type { WholeMail } from './archive-table.ts';
import type { QueuedMail } from './queue.ts';
import { messageIdOf, type Envelope } from './transport.ts';
import { mailLifetime, mostMails } from './configuration.ts';

/** The copy of a mail in the archive. */
export type MailCopy = Insertable<Tables['sent_mail']>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Creates the copy of an email for the archive, with masked secrets of the recipient. `isWhole`: beside it the content with its
 * secrets, which `readWholeMails` alone reads.
 */
export function copyOf(
  envelope: Envelope,
  { template, storeId }: Pick<QueuedMail, 'template' | 'storeId'>,
  { sentAt, error, isKept, isWhole }: { sentAt: number; error: string; isKept: boolean; isWhole: boolean },
): MailCopy {
  const { from, to, subject, text, html, attachments = [], secrets } = envelope.message;
  const open = (part: string): string =>
    secrets
      .flatMap((secret) => [secret, encodeURIComponent(secret)])
      .filter((secret) => secret !== '')
      .reduce((text, secret) => text.replaceAll(secret, MASK), part.replaceAll('\0', ''));
  return {
    template,
    store_id: storeId,
    queued_at: envelope.queuedAt,
    sent_at: sentAt,
    message_id: messageIdOf(envelope),
    sender: `${from.name} <${from.address}>`,
    recipient: `${to.name} <${to.address}>`,
    subject: open(subject),
    text: open(text),
    html: open(html),
    attachments: JSON.stringify(
      attachments.map(({ filename, contentType, content }) => ({
        name: filename,
        type: contentType,
        bytes: content.length,
      })),
    ),
    error: error.slice(0, 1000),
    is_kept: isKept && error === '' ? 1 : 0,
    whole: isWhole ? JSON.stringify({ subject, text, html }).toWellFormed().replaceAll('\\u0000', '') : null,
  };
}

const removeOld = preparedWrite((db, p: Params<{ before: number }>) =>
  db.deleteFrom('sent_mail').where('sent_at', '<', p.before),
);
const removeMany = preparedWrite((db, p: Params<{ most: number }>) =>
  db
    .deleteFrom('sent_mail')
    .where('id', '<=', (of) => of.selectFrom('sent_mail').select('id').orderBy('id', 'desc').limit(1).offset(p.most)),
);

/** Surplus of the archive at which the oldest copies are deleted, as a part of its maximum number. */
const SURPLUS = 1 / 20;

/**
 * Creates the writer of copies of emails within a transaction, within the configured number and lifetime. Surplus copies are
 * deleted several at once, because finding the first of them counts all copies.
 */
export function createMailArchiver(): (call: Call, copies: readonly MailCopy[]) => Promise<void> {
  let added = Infinity;
  return async (call, copies) => {
    const { days, most } = limitsOf(call.config);
    if (days === 0 || most === 0 || copies.length === 0) return;
    await insertRows(call.db, 'sent_mail', copies);
    added += copies.length;
    if (added < most * SURPLUS) return;
    await removeMany(call.db, { most });
    added = 0;
  };
}

function limitsOf(config: ConfigurationReader): { days: number; most: number } {
  return { days: config.of(mailLifetime), most: config.of(mostMails) };
}

/** Removes copies whose time is over, until it is stopped. */
export function startMailRetention(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: HOUR,
    pausesFirst: true,
    turn: () => removeExpiredMails(call),
    failed: (error) => platform.log.warn({ err: error }, 'copies of mails could not be removed; trying again'),
  });
}

/** Removes copies whose time is over. */
export async function removeExpiredMails(call: Call): Promise<void> {
  const before = call.clock.now().getTime() - limitsOf(call.config).days * DAY;
  await call.transaction(({ db }) => removeOld(db, { before }));
}

/** Filters of emails; an absent filter matches all. */
interface MailFilter {
  /** Part of recipient or subject. */
  readonly search?: string | null | undefined;
  readonly template?: string | null | undefined;
  /** Older than the mail with this id. */
  readonly before?: number | null | undefined;
  readonly limit: number;
}

const columns = [
  'id',
  'template',
  'store_id',
  'queued_at',
  'sent_at',
  'recipient',
  'subject',
  'error',
  'is_kept',
] as const;
const timeOf = (time: number): string => new Date(Number(time)).toISOString();

/** Sent and failed emails, newest first, without their content. */
export async function listMails({ db }: Call, { search, template, before, limit }: MailFilter) {
  let query = db.selectFrom('sent_mail').select(columns).orderBy('id', 'desc').limit(limit);
  if (before) query = query.where('id', '<', before);
  if (template) query = query.where('template', '=', template);
  if (search) {
    const part = `%${escapeLike(foldText(search))}%`;
    query = query.where(({ or }) => or([like(fold('recipient'), part), like(fold('subject'), part)]));
  }
  const rows = await query.execute();
  return rows.map(({ queued_at: queuedAt, sent_at: sentAt, is_kept, ...row }) =>
    Object.assign(row, { is_kept: is_kept === 1, queued_at: timeOf(queuedAt), sent_at: timeOf(sentAt) }),
  );
}

/** A mail as it looks. Throws 404. */
export async function getMail({ db }: Call, id: number) {
  const row = await db.selectFrom('sent_mail').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
  const { queued_at: queuedAt, sent_at: sentAt, attachments, is_kept, whole: _, ...mail } = row;
  return Object.assign(mail, {
    is_kept: is_kept === 1,
    queued_at: timeOf(queuedAt),
    sent_at: timeOf(sentAt),
    attachments: parseJson(attachments),
  });
}

/** A sent email with its secrets. */
export interface SentMail extends WholeMail {
  readonly id: number;
  readonly template: string;
  readonly to: string;
  /** Addresses in its text and HTML. */
  readonly links: readonly string[];
  readonly sent_at: string;
}

/** Emails at most that are read with their secrets. */
const MOST_WHOLE = 100;

/** Emails with their secrets, the oldest first: those to an address, or to all, that came after the email with the id `after`. */
export async function readWholeMails(
  { db }: Call,
  { to, after }: { readonly to: string | undefined; readonly after: number },
): Promise<SentMail[]> {
  let query = db
    .selectFrom('sent_mail')
    .select(['id', 'template', 'recipient', 'sent_at', 'whole'])
    .where('id', '>', after)
    .where('error', '=', '')
    .where('whole', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MOST_WHOLE);
  if (to !== undefined) query = query.where(like(fold('recipient'), `%<${escapeLike(foldText(to))}>`));
  const rows = await query.execute();
  const mails: SentMail[] = [];
  for (const { id, template, recipient, sent_at: sentAt, whole } of rows.reverse()) {
    if (whole === null) continue;
    const content = parseJson(whole);
    mails.push({ id, template, to: recipient, ...content, links: linksIn(content), sent_at: timeOf(sentAt) });
  }
  return mails;
}

function linksIn({ text, html }: WholeMail): string[] {
  const inHtml = Array.from(html.matchAll(/href="(https?:[^"]+)"/g), ([, link = '']) => link.replaceAll('&amp;', '&'));
  const inText = Array.from(text.matchAll(/https?:\/\/[^\s<>"]+/g), ([link]) => withoutStops(link));
  return [...new Set([...inHtml, ...inText])];
}

/** A link without the punctuation of the sentence that it ends. An expression would take quadratic time for many full stops. */
function withoutStops(link: string): string {
  let end = link.length;
  while (').,;'.includes(link.charAt(end - 1)) && end > 0) end--;
  return link.slice(0, end);
}
