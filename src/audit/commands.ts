import { InvalidArgumentError } from 'commander';
import { wholeNumber, type CommandHost } from '../kernel/commands.ts';
import { listEntries, type AuditFilter, type ShownEntry } from './list.ts';

/** `audit:list`: what administrators and integrations have changed. */
export function auditCommands({ program, withCall, list }: CommandHost): void {
  program
    .command('audit:list')
    .description('list what admin users and integrations have changed over the interface, newest first')
    .option('--since <time>', 'from this time on, in UTC: "2026-11-21 18:30:00" or its beginning', time)
    .option('--until <time>', 'before this time', time)
    .option('--user <name>', 'of this admin user or integration')
    .option('--route <text>', 'whose method and path contain this, such as "PUT /V1/products"')
    .option('--entity <text>', 'whose entities contain this, such as sku=24-MB01')
    .option('--address <address>', 'from this network address')
    .option('--reference <id>', 'with this X-Request-Id or bulk_uuid')
    .option('--limit <number>', 'so many at most', wholeNumber, 100)
    .option('--json', 'one JSON object a line')
    .action(({ json, ...filter }: AuditFilter & { json?: boolean }) =>
      withCall(async (call) => {
        const entries = await listEntries(call, filter);
        list(
          entries.map((entry) => (json ? JSON.stringify(entry) : lineOf(entry))),
          'no entries',
        );
      }),
    );
}

function lineOf(entry: ShownEntry): string {
  const who = `${entry.user_type} ${entry.user ?? `#${entry.user_id}`}`;
  const where = entry.store_code === null ? '' : ` in ${entry.store_code}`;
  const state = entry.outcome === 'done' ? '' : ` (${entry.outcome})`;
  return `${entry.created_at}  ${who}  ${entry.route}${where}  ${entry.entities}${state}  ${entry.address ?? ''}  ${entry.reference}`;
}

function time(text: string): string {
  if (!/^\d{4}(-\d\d(-\d\d([ T]\d\d(:\d\d(:\d\d)?)?)?)?)?$/.test(text)) {
    throw new InvalidArgumentError('use a time such as "2026-11-21 18:30:00", or its beginning');
  }
  return text.replace('T', ' ');
}
