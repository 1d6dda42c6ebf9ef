import { join } from 'node:path';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import type { Call } from '../../kernel/call.ts';
import { parseJson } from '../../kernel/json-text.ts';
import type { Worker } from '../../kernel/module.ts';
import {
  finishOutbox,
  returnToOutbox,
  takeFromOutbox,
  type OutboxEntry,
  type TransactionOpener,
} from '../../storage/outbox.ts';
import { preparedFirst, type Params } from '../../storage/prepared.ts';
import { copyOf, createMailArchiver, type MailCopy } from './archive.ts';
import { MAIL_TOPIC, type QueuedMail } from './queue.ts';
import { renderAttachments, renderMail } from './render.ts';
import {
  CONNECTIONS,
  folderTransport,
  isRefusal,
  smtpTransport,
  type Envelope,
  type MailTransport,
} from './transport.ts';
import { errorMessage } from '../../kernel/thrown.ts';

/** How often the outbox is looked at, in milliseconds. */
const INTERVAL = 500;
const BATCH = 100;
/** Mails under way at once: as many as there are connections to the mail server. */
const PARALLEL = CONNECTIONS;
/** How long a process has a batch to itself, in milliseconds. */
const LEASE = 120_000;
/** A mail that was tried so often over some two days is given up. */
const ATTEMPTS = 12;
/** How long a stop waits for a mail server, in milliseconds. */
const LONGEST_STOP = 3_000;
const FIRST_DELAY = 30_000;
const LONGEST_DELAY = 6 * 3_600_000;

const firstDue = preparedFirst((db, p: Params<{ now: number }>) =>
  db.selectFrom('outbox').select('id').where('topic', '=', MAIL_TOPIC).where('available_at', '<=', p.now).limit(1),
);

/**
 * Sends queued emails, also those of other processes: by SMTP if `SMTP_URL` names a server, else into files below `var/mail`. A
 * stop lets the current email finish, unless the mail server is slow.
 */
export function startMailSender(platform: Platform): Worker {
  const { settings, log } = platform;
  const call = platform.newCall(system.caller, system.scope);
  const storage: TransactionOpener = { transaction: (work) => call.transaction(({ db }) => work(db)) };
  const transport = settings.smtpUrl
    ? smtpTransport(settings.smtpUrl)
    : folderTransport(join(settings.varFolder, 'mail'));
  const finish = createFinisher(call);
  const sending = new Set<Promise<void>>();
  const start = (entry: OutboxEntry): void => {
    const one: Promise<void> = sendOne(storage, platform, transport, entry)
      .then((ended) => (ended ? finish(ended) : undefined))
      // It comes back with its lease.
      .catch((error: unknown) => log.warn({ err: error, mail: entry.id }, 'what became of a mail cannot be noted'))
      .finally(() => sending.delete(one));
    sending.add(one);
  };
  let waiting: OutboxEntry[] = [];
  let takenAt = 0;
  return startRepeating({
    interval: INTERVAL,
    // A mail that is still under way then comes back with its lease, and goes out again.
    longestStop: LONGEST_STOP,
    async turn() {
      // The lease of an email that waits too long expires, and another process may take it.
      if (Date.now() - takenAt > LEASE / 2) waiting = [];
      if (waiting.length === 0) {
        waiting = await takeDue(call, storage);
        takenAt = Date.now();
      }
      if (waiting.length === 0) return undefined;
      const next = sending.size < PARALLEL ? waiting.shift() : undefined;
      if (next) start(next);
      else await Promise.race(sending);
      return 'more';
    },
    failed: (error) => log.warn({ err: error }, 'the mails that wait cannot be read'),
    async end() {
      const unsent = waiting.map(({ id }) => id);
      await returnToOutbox(storage, unsent, 0).catch(() => {});
      await Promise.all(sending);
      transport.close();
    },
  });
}

/** Takes mails that are due, up to a batch of them. */
async function takeDue(call: Call, storage: TransactionOpener): Promise<OutboxEntry[]> {
  if (!(await firstDue(call.db, { now: Date.now() }))) return [];
  return takeFromOutbox(storage, MAIL_TOPIC, BATCH, LEASE);
}

/** A mail that is done with, and its copy; undefined: it could not even be written. */
interface EndedMail {
  readonly id: number;
  readonly copy: MailCopy | undefined;
}

/**
 * Removes finished emails from the outbox and archives their copies. Emails that finish during a removal go with the next ones,
 * in one transaction.
 */
function createFinisher(call: Call): (ended: EndedMail) => Promise<void> {
  const archive = createMailArchiver();
  const finishedMails: EndedMail[] = [];
  let removing: Promise<void> | undefined;
  const remove = async (): Promise<void> => {
    while (finishedMails.length > 0) {
      const ended = finishedMails.splice(0);
      await call.transaction(async (inside) => {
        await finishOutbox(
          { transaction: (work) => work(inside.db) },
          ended.map(({ id }) => id),
        );
        await archive(
          inside,
          ended.flatMap(({ copy }) => copy ?? []),
        );
      });
    }
  };
  return (ended) => {
    finishedMails.push(ended);
    return (removing ??= remove().finally(() => (removing = undefined)));
  };
}

/** Sends an email; returns it when it is finished: sent or failed. Undefined: it will be retried. */
async function sendOne(
  storage: TransactionOpener,
  platform: Platform,
  transport: MailTransport,
  entry: OutboxEntry,
): Promise<EndedMail | undefined> {
  const { id, attempts } = entry;
  const mail = parseJson<QueuedMail>(entry.payload);
  const copy = (envelope: Envelope | undefined, error: string): EndedMail => ({
    id,
    copy:
      envelope &&
      copyOf(envelope, mail, {
        sentAt: platform.clock.now().getTime(),
        error,
        isKept: !platform.settings.smtpUrl,
        isWhole: platform.settings.controlPlane,
      }),
  });
  let envelope: Envelope | undefined;
  try {
    const template = platform.registry.contributions.mailTemplates.find((one) => one.id === mail.template);
    if (!template) throw new Error(`no module has the mail template ${mail.template}`);
    const attachments = await renderAttachments(platform, template, mail);
    const message = { ...renderMail(platform, template, mail), attachments };
    const ready = { id, queuedAt: mail.queuedAt, bcc: mail.bcc ?? [], message };
    envelope = ready;
    await inMailSpan(platform, mail, () => transport.send(ready));
  } catch (error) {
    if (attempts < ATTEMPTS && !isRefusal(error)) {
      platform.log.warn({ err: error, mail: id, template: mail.template }, 'a mail could not be sent yet');
      await returnToOutbox(storage, [id], Math.min(FIRST_DELAY * 2 ** (attempts - 1), LONGEST_DELAY));
      return undefined;
    }
    platform.log.error({ err: error, mail: id, template: mail.template }, 'a mail was given up');
    return copy(envelope, errorMessage(error));
  }
  return copy(envelope, '');
}

/** Sends an email in a trace of its own, which is linked to that of the work that queued it. */
function inMailSpan({ tracing, settings }: Platform, mail: QueuedMail, send: () => Promise<void>): Promise<void> {
  if (!tracing) return send();
  const attributes = {
    'souk.email.template': mail.template,
    'souk.email.transport': settings.smtpUrl ? 'smtp' : 'file',
  };
  return tracing.background({ name: 'send email', kind: 'client', attributes, origins: [mail.traceparent] }, send);
}
