import { InvalidArgumentError } from 'commander';
import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { listEntries, type AuditFilter, type ShownEntry } from './list.ts';

/** `audit:list`: changes by administrators and integrations. */
export function auditCommands({ program, withCall, list }: CommandHost): void {
  program
    .command('audit:list')
    .description('list changes by admin users and integrations, newest first')
    .option('--since <time>', 'first time, in UTC: "2026-11-21 18:30:00" or a prefix of it', time)
    .option('--until <time>', 'end time, exclusive, in the same format', time)
    .option('--user <name>', 'name of the admin user or integration')
    .option('--route <text>', 'text in the method and path, such as "PUT /V1/products"')
    .option('--entity <text>', 'text in the entities, such as sku=24-MB01')
    .option('--address <address>', 'network address of the client')
    .option('--reference <id>', 'X-Request-Id or bulk_uuid')
    .option('--limit <number>', 'maximum number of entries', wholeNumber, 100)
    .option('--json', 'print one JSON object per line')
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
    throw new InvalidArgumentError('use a time such as "2026-11-21 18:30:00" or a prefix of it');
  }
  return text.replace('T', ' ');
}
