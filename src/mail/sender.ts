import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '../kernel/platform.ts';
import type { Storage } from '../storage/database.ts';
import { finishOutbox, returnToOutbox, takeFromOutbox, type OutboxEntry } from '../storage/outbox.ts';
import { preparedFirst, type Params } from '../storage/prepared.ts';
import { MAIL_TOPIC, type QueuedMail } from './queue.ts';
import { renderAttachments, renderMail } from './render.ts';
import { folderTransport, isRefusal, smtpTransport, type MailTransport } from './transport.ts';

/** Sends what is queued, of other processes too. */
export interface MailSender {
  start(): void;
  /** Lets the mail that is being sent go, unless the mail server keeps it waiting, then ends. */
  stop(): Promise<void>;
}

/** How often the outbox is looked at, in milliseconds. */
const INTERVAL = 500;
const BATCH = 20;
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

/** Makes a sender: by SMTP where `SMTP_URL` names a server, else into files below `var/mail`. It does nothing before `start`. */
export function createMailSender(storage: Storage, platform: Platform): MailSender {
  const { settings, log } = platform;
  const stopping = new AbortController();
  let ended: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    const transport = settings.smtpUrl
      ? smtpTransport(settings.smtpUrl)
      : folderTransport(join(settings.varFolder, 'mail'));
    while (!stopping.signal.aborted) {
      let sent = 0;
      try {
        sent = await sendDue(storage, platform, transport, stopping.signal);
      } catch (error) {
        log.warn({ err: error }, 'the mails that wait cannot be read');
      }
      if (sent === 0) await pause(INTERVAL, undefined, { signal: stopping.signal }).catch(() => {});
    }
    transport.close();
  };
  return {
    start: () => {
      ended ??= run();
    },
    stop: async () => {
      stopping.abort();
      // A mail that is still under way then comes back with its lease, and goes out again.
      await Promise.race([ended, pause(LONGEST_STOP, undefined, { ref: false })]);
    },
  };
}

/** Sends the mails that are due, up to a batch of them; gives how many there were. */
async function sendDue(
  storage: Storage,
  platform: Platform,
  transport: MailTransport,
  signal: AbortSignal,
): Promise<number> {
  if (!(await firstDue(storage.reader, { now: Date.now() }))) return 0;
  const entries = await takeFromOutbox(storage, MAIL_TOPIC, BATCH, LEASE);
  for (const entry of entries) {
    if (signal.aborted) await returnToOutbox(storage, [entry.id], 0);
    else await sendOne(storage, platform, transport, entry);
  }
  return entries.length;
}

async function sendOne(
  storage: Storage,
  platform: Platform,
  transport: MailTransport,
  entry: OutboxEntry,
): Promise<void> {
  const { id, attempts } = entry;
  const mail = JSON.parse(entry.payload) as QueuedMail;
  try {
    const template = platform.registry.contributions.mailTemplates.find((one) => one.id === mail.template);
    if (!template) throw new Error(`no module has the mail template ${mail.template}`);
    const attachments = await renderAttachments(platform, template, mail);
    const message = { ...renderMail(platform, template, mail), attachments };
    await transport.send({ id, queuedAt: mail.queuedAt, message });
  } catch (error) {
    if (attempts < ATTEMPTS && !isRefusal(error)) {
      platform.log.warn({ err: error, mail: id, template: mail.template }, 'a mail could not be sent yet');
      await returnToOutbox(storage, [id], Math.min(FIRST_DELAY * 2 ** (attempts - 1), LONGEST_DELAY));
      return;
    }
    platform.log.error({ err: error, mail: id, template: mail.template }, 'a mail was given up');
  }
  await finishOutbox(storage, [id]);
}
