import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { isRecord } from '../../kernel/fields.ts';
import { errorCode } from '../../kernel/thrown.ts';
import type { MailMessage } from './render.ts';

/** A message with its identity. */
export interface Envelope {
  /** Number in the outbox; the same when the message is sent again. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly queuedAt: number;
  /** Addresses that get a blind carbon copy. */
  readonly bcc: readonly string[];
  readonly message: MailMessage;
}

/** Where mails go. */
export interface MailTransport {
  /** Resolves when the mail has been taken over. */
  send(envelope: Envelope): Promise<void>;
  close(): void;
}

/** Connections to a mail server: few enough for those that limit them. */
export const CONNECTIONS = 5;
/** How long an SMTP server may take to answer, in milliseconds. */
const PATIENCE = 20_000;

/** Sends by SMTP (`smtp://user:password@host:587`, `smtps://…`), over connections that are reused for the next mail. */
export function smtpTransport(url: string): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  } as Parameters<typeof createTransport>[0]);
  return {
    send: async (envelope) => {
      await transport.sendMail(optionsOf(envelope));
    },
    close: () => transport.close(),
  };
}

/** Writes mails to a folder as `.eml` files, which mail programs open. A mail that is sent again replaces its file. */
export function folderTransport(folder: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const write = async (file: string, message: Buffer): Promise<void> => {
    // Watchers of the folder see only complete emails.
    await writeFile(`${file}.part`, message);
    await rename(`${file}.part`, file);
  };
  return {
    send: async (envelope) => {
      const { message } = await transport.sendMail(optionsOf(envelope));
      const content = Buffer.isBuffer(message) ? message : await buffer(message);
      const file = join(folder, `${stamp(envelope)}.eml`);
      await write(file, content).catch(async (error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
        await mkdir(folder, { recursive: true });
        await write(file, content);
      });
    },
    close: () => {},
  };
}

/** Time and number, so that files are in the order of mails: `2026-11-21T18-30-00-12`. */
function stamp({ id, queuedAt }: Envelope): string {
  return `${new Date(queuedAt).toISOString().slice(0, 19).replaceAll(':', '-')}-${id}`;
}

/** The same each time, so that who gets a mail twice can tell. */
export function messageIdOf({ id, queuedAt, message }: Envelope): string {
  return `<${queuedAt}.${id}@${message.from.address.split('@').at(-1)}>`;
}

function optionsOf(envelope: Envelope): SendMailOptions {
  const { from, to, subject, text, html, attachments } = envelope.message;
  return {
    from,
    to,
    ...(envelope.bcc.length > 0 ? { bcc: [...envelope.bcc] } : {}),
    subject,
    text,
    html,
    ...(attachments?.length ? { attachments: [...attachments] } : {}),
    date: new Date(envelope.queuedAt),
    messageId: messageIdOf(envelope),
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Nothing in a mail may make the server read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Whether an error says that the server will never take this mail: its address or content is refused. */
export function isRefusal(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return isRecord(error) && typeof error.responseCode === 'number' && error.responseCode >= 500;
}
