import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until, type Souk } from './souk.ts';

/** A mail that was sent. */
export interface Mail {
  readonly headers: string;
  readonly to: string;
  readonly subject: string;
  /** The plain form. */
  readonly text: string;
  readonly html: string;
  /** As it was written. */
  readonly source: string;
}

/** The mails that the server has written so far, in order. */
export function mails(souk: Pick<Souk, 'env'>): Mail[] {
  const folder = join(souk.env.SOUK_VAR!, 'mail');
  let files: string[];
  try {
    files = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  } catch {
    return [];
  }
  const number = (name: string): number => Number(/(\d+)\.eml$/.exec(name)?.[1]);
  return files.sort((a, b) => number(a) - number(b)).map((name) => readMail(readFileSync(join(folder, name), 'utf8')));
}

/** Waits for a mail to `address` that `test` holds for; gives the last of them. */
export function mailTo(
  souk: Pick<Souk, 'env'>,
  address: string,
  test: (mail: Mail) => boolean = () => true,
): Promise<Mail> {
  return until(async () => mails(souk).findLast((mail) => mail.to.includes(address) && test(mail)));
}

/** Reads a message of the form that the server writes: headers, then a plain and an HTML part. */
export function readMail(source: string): Mail {
  const [headers = '', ...body] = source.replaceAll('\r\n', '\n').split('\n\n');
  const unfolded = headers.replace(/\n[ \t]+/g, ' ');
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? '';
  const boundary = /boundary="([^"]+)"/.exec(unfolded)?.[1] ?? '';
  const [, text = '', html = ''] = `\n${body.join('\n\n')}`.split(`\n--${boundary}`);
  return {
    headers: unfolded,
    to: header('To'),
    subject: words(header('Subject')),
    text: part(text),
    html: part(html),
    source,
  };
}

function part(source: string): string {
  const [headers = '', ...body] = source.split('\n\n');
  const content = body.join('\n\n');
  if (/quoted-printable/i.test(headers)) return quotedPrintable(content);
  return /base64/i.test(headers) ? Buffer.from(content, 'base64').toString('utf8') : content;
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** A header with the words that are encoded in it (`=?UTF-8?Q?…?=`) read. */
function words(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quotedPrintable(text.replaceAll('_', ' ')),
    );
}
