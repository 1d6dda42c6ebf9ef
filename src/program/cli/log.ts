import pino, { type Logger } from 'pino';
import { parseJson } from '../../kernel/json-text.ts';

/** Names of pino's numeric levels. */
const names: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'error' };

/**
 * Creates the log, on standard error: lines of JSON for programs. A terminal gets sentences, and only warnings and errors unless
 * SOUK_LOG names a level.
 */
export function createLog(level: string): Logger {
  if (!process.stderr.isTTY) return pino({ level }, pino.destination({ dest: 2, sync: true }));
  const terminalLevel = level === 'info' && !process.env.SOUK_LOG ? 'warn' : level;
  return pino({ level: terminalLevel, base: null }, { write: (line) => void process.stderr.write(sentence(line)) });
}

interface Entry {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [name: string]: unknown;
}

/** `14:03:11 warning: message, key=value (error)` */
function sentence(line: string): string {
  const { level, time, msg = '', err, ...rest } = parseJson<Entry>(line);
  const facts = Object.entries(rest).map(([name, value]) => `, ${name}=${JSON.stringify(value)}`);
  const cause = err ? ` (${level >= 50 ? (err.stack ?? err.message) : err.message})` : '';
  return `${new Date(time).toTimeString().slice(0, 8)} ${names[level] ?? 'trace'}: ${msg}${facts.join('')}${cause}\n`;
}
