import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, Option } from 'commander';
import { movedText, type MigrationFault } from './journal.ts';
import { migrationParts, type MigrationKind, type MigrationPart } from './kind.ts';
import { kindsOf, migrateShop } from './migrate.ts';
import { openRun, type KindCounts, type MigrationRun } from './migration-run.ts';
import type { SigningKeys, SourceAccess } from './source/client.ts';
import { SourceUnavailable } from './source/errors.ts';
import { compareShops } from './verify.ts';
import { wholeNumber, type AddCommands, type CommandHost, type CommandProgress } from '../../kernel/commands.ts';
import type { Platform } from '../../kernel/platform.ts';
import { isOneOf } from '../../kernel/narrow.ts';
import { readUtcTime } from '../../kernel/time.ts';
import { writeCsvFile } from '../../platform/row-import/write.ts';

interface MigrateOptions {
  readonly from: string;
  readonly token?: string;
  readonly consumerKey?: string;
  readonly consumerSecret?: string;
  readonly tokenSecret?: string;
  readonly dryRun?: boolean;
  readonly only?: readonly MigrationPart[];
  readonly rate: number;
  readonly pageSize: number;
  readonly timeout: number;
  readonly retryPause: number;
  readonly since?: string;
  readonly report?: string;
  readonly passwordHashes?: string;
  readonly keepIds?: boolean;
  readonly verify?: boolean;
}

/** Environment variables of secrets, so that they are not in the list of processes. */
const TOKEN = 'SOUK_MIGRATE_TOKEN';
const CONSUMER_SECRET = 'SOUK_MIGRATE_CONSUMER_SECRET';
const TOKEN_SECRET = 'SOUK_MIGRATE_TOKEN_SECRET';

/** `migrate`: a shop of Magento, Adobe Commerce or Souk, over its REST interface. */
export const migrationCommands: AddCommands = ({ program, withPlatform, print, progress }) => {
  program
    .command('migrate')
    .description('move a shop of Magento, Adobe Commerce or Souk into this one over REST; docs/migration.md')
    .addOption(new Option('--from <url>', 'base URL of the shop').argParser(readAddress).makeOptionMandatory())
    .option('--token <token>', `token of an integration or admin user of the shop (default: ${TOKEN})`)
    .option('--consumer-key <key>', 'sign requests with the keys of an integration (OAuth 1.0a)')
    .option('--consumer-secret <secret>', `consumer secret of the integration (default: ${CONSUMER_SECRET})`)
    .option('--token-secret <secret>', `access token secret of the integration (default: ${TOKEN_SECRET})`)
    .addOption(new Option('--only <parts>', `some of ${migrationParts.join(', ')}`).argParser(readParts))
    .option('--rate <number>', 'requests a second at most', wholeNumber, 10)
    .option('--page-size <number>', 'records of a page and of a transaction', wholeNumber, 50)
    .option('--timeout <seconds>', 'timeout of a request', wholeNumber, 60)
    .option('--retry-pause <milliseconds>', 'pause before a failed request is repeated; it doubles', wholeNumber, 500)
    .option(
      '--since <time>',
      'records updated since then, such as "2026-11-28 00:00:00" UTC (default: since the last run)',
      readTime,
    )
    .option(
      '--password-hashes <file>',
      'give customers their passwords: lines with email and hash, separated by a comma',
    )
    .option('--keep-ids', 'keep ids of records (products, customers, orders, companies …); needs an empty shop')
    .option('--dry-run', 'count the records that would be created, changed or refused, and write nothing')
    .addOption(new Option('--verify', 'compare the records of both shops, and change nothing').conflicts('dryRun'))
    .option('--report <file>', 'write everything that was not moved to a CSV file')
    .action((options: MigrateOptions) => {
      const token = options.token ?? process.env[TOKEN];
      if (!token) throw new Error(`name the token with --token or in ${TOKEN}`);
      const access = { token, signing: signingKeys(options) };
      return withPlatform((platform) => migrate(platform, { ...options, print, progress }, access), {
        installs: options.dryRun !== true,
      });
    });
};

/** The keys for signed requests; undefined without a consumer key. Throws for missing secrets. */
function signingKeys(options: MigrateOptions): SigningKeys | undefined {
  const { consumerKey } = options;
  const consumerSecret = options.consumerSecret ?? process.env[CONSUMER_SECRET];
  const tokenSecret = options.tokenSecret ?? process.env[TOKEN_SECRET];
  if (consumerKey === undefined) {
    if (consumerSecret || tokenSecret) throw new Error('name the consumer key of these secrets with --consumer-key');
    return undefined;
  }
  if (!consumerSecret) throw new Error(`name the consumer secret with --consumer-secret or in ${CONSUMER_SECRET}`);
  if (!tokenSecret) throw new Error(`name the token secret with --token-secret or in ${TOKEN_SECRET}`);
  return { consumerKey, consumerSecret, tokenSecret };
}

function readAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new InvalidArgumentError('use a URL such as https://shop.example');
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

function readTime(text: string): string {
  const time = readUtcTime(text);
  if (time === undefined) throw new InvalidArgumentError('use a time such as "2026-11-28 00:00:00"');
  return time.slice(0, 19);
}

function readParts(text: string): MigrationPart[] {
  const isPart = isOneOf(migrationParts);
  return text.split(',').map((part) => {
    const name = part.trim();
    if (!isPart(name)) throw new InvalidArgumentError(`use some of ${migrationParts.join(', ')}`);
    return name;
  });
}

type Output = Pick<CommandHost, 'print' | 'progress'>;

/** Shows the progress of one kind after another. */
function kindProgress({ print, progress }: Output) {
  let shown: { readonly kind: string; readonly bar: CommandProgress; handled: number } | undefined;
  return {
    show(kind: string, handled: number, total: number): void {
      if (shown?.kind !== kind) shown = { kind, bar: progress(kind, total), handled: 0 };
      shown.bar.advance(handled - shown.handled);
      shown.handled = handled;
    },
    /** Prints the result of a kind. */
    stop(message: string): void {
      if (shown) shown.bar.stop(message);
      else print(message);
      shown = undefined;
    },
    clear: () => shown?.bar.clear(),
  };
}

async function migrate(
  platform: Platform,
  options: MigrateOptions & Output,
  credentials: Pick<SourceAccess, 'token' | 'signing'>,
): Promise<void> {
  const { from: address, rate, pageSize, since, dryRun: isTrial = false, keepIds: keepsIds = false } = options;
  const access = { address, ...credentials, rate, timeout: options.timeout * 1000, firstPause: options.retryPause };
  const parts = options.only && new Set(options.only);
  const shown = kindProgress(options);
  try {
    const passwordHashes = await readHashes(options.passwordHashes);
    const onProgress = shown.show;
    const run = await openRun(platform, access, { pageSize, since, passwordHashes, keepsIds, isTrial, onProgress });
    if (options.verify) return await compare(run, kindsOf(parts), options.print);
    await migrateShop(run, parts, (name, counts) => shown.stop(lineOf(name, counts, isTrial)));
    await writeReport(run, options.report);
  } catch (error) {
    shown.clear();
    if (!(error instanceof SourceUnavailable)) throw error;
    throw new Error(`${error.message}; run the same command again to go on`, { cause: error });
  }
}

/** Writes a line to standard error. */
function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Reads password hashes by email address. Throws with the line that has none. */
async function readHashes(file: string | undefined): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  if (file === undefined) return hashes;
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || (at === 0 && /^"?email"?,/i.test(line))) continue;
    const [, email, hash] = /^"?([^",]+@[^",]+)"?,"?([^"]+)"?$/.exec(line.trim()) ?? [];
    if (!email || !hash) throw new Error(`${file}, line ${at + 1}: write the email address, a comma and the hash`);
    hashes.set(email.toLowerCase(), hash);
  }
  return hashes;
}

async function compare(run: MigrationRun, kinds: readonly MigrationKind[], print: Output['print']): Promise<void> {
  await compareShops(run, kinds, ({ name, equal, missing, different }) => {
    print(`${name}: ${equal} equal, ${different.length} differences, ${missing.length} not here`);
    for (const one of different) complain(`${name}, ${one}`);
    for (const one of missing) complain(`${name}, ${one}: not here`);
    if (missing.length + different.length > 0) process.exitCode = 1;
  });
}

/** `products: 379 created, 2 not moved`, or `379 to create` in a dry run; outcomes without records are left out. */
function lineOf(name: string, { created, changed, unchanged, refused }: KindCounts, isTrial: boolean): string {
  const counts = [
    [created, isTrial ? 'to create' : 'created'],
    [changed, isTrial ? 'to change' : 'changed'],
    [unchanged, 'unchanged'],
    [refused, 'not moved'],
  ] as const;
  const filled = counts.filter(([count]) => count > 0).map(([count, outcome]) => `${count} ${outcome}`);
  return `${name}: ${filled.join(', ') || 'none'}`;
}

/** Writes everything of the source that is not here; in short on standard error. */
async function writeReport(run: MigrationRun, file: string | undefined): Promise<void> {
  const faults = await run.journal.faults(run.call.db);
  const unmoved = faults.filter(({ isMoved }) => !isMoved);
  for (const { kind, name, reason } of unmoved) complain(`${kind}, ${name}: ${reason}`);
  const lost = faults.length - unmoved.length;
  if (lost > 0) complain(`${lost} parts of moved records were left out; --report writes them to a file`);
  if (unmoved.length > 0) process.exitCode = 1;
  if (file !== undefined) await writeCsvFile(reportRows(faults), file);
}

async function* reportRows(faults: readonly MigrationFault[]): AsyncGenerator<readonly string[]> {
  yield ['kind', 'key', 'name', 'moved', 'reason'];
  for (const { kind, sourceKey, name, isMoved, reason } of faults) {
    yield [kind, sourceKey, name, movedText(isMoved), reason];
  }
}
