import { InvalidArgumentError } from 'commander';
import type { Call } from '../../kernel/call.ts';
import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { objectOf } from '../../kernel/plain-objects.ts';
import { eventing } from './configuration.ts';
import { createProvider, findProvider, updateProvider } from './providers.ts';
import { replayDeadLetters, replayFrom } from './replay.ts';
import { subscribe, unsubscribe } from './subscriptions.ts';

/** Options of `webhooks:subscribe`. */
interface SubscribeOptions {
  readonly provider?: string;
  readonly url?: string;
  readonly secret?: string;
  readonly batch?: number;
  readonly field?: readonly string[];
  readonly parent?: string;
  readonly rule?: readonly string[];
  readonly force?: boolean;
}

/** Commands for the delivery of events. */
export function ioEventCommands(host: CommandHost): void {
  const { program, withCall, print } = host;
  program
    .command('webhooks:subscribe <event>')
    .description('subscribe a provider to an event, such as product.changed')
    .option('--provider <id>', 'id of the provider; default: the configured provider')
    .option('--url <url>', 'create or change the provider so that it delivers to this URL')
    .option('--secret <secret>', 'signing secret of the URL (whsec_…); default: a new one, which is printed')
    .option('--batch <events>', 'maximum number of events per request to the URL', wholeNumber)
    .option('--field <name...>', 'fields of the entity to deliver; * for all')
    .option('--parent <event>', 'create the event as an alias of this one')
    .option('--rule <field:operator:value...>', 'conditions for a delivery')
    .option('--force', 'replace an existing subscription to the event')
    .action((event: string, options: SubscribeOptions) =>
      withCall(async (call) => {
        const lines = await call.transaction((inside) => subscribeTyped(inside, event, options));
        lines.forEach(print);
      }),
    );
  program
    .command('webhooks:unsubscribe <event>')
    .description('unsubscribe from an event')
    .action((event: string) =>
      withCall(async (call) => {
        await call.transaction((inside) => unsubscribe(inside, event));
        print(`unsubscribed from ${event}`);
      }),
    );
  program
    .command('webhooks:replay <provider>')
    .description('redeliver dead letters, or all events after a position in the log')
    .option('--from <position>', 'redeliver all events after this position', readPosition)
    .action((provider: string, { from }: { from?: number }) =>
      withCall((outer) =>
        outer.transaction(async (call) => {
          if (from === undefined) print(`${await replayDeadLetters(call, provider)} dead letters will be redelivered`);
          else {
            await replayFrom(call, provider, from);
            print(`all events after position ${from} will be redelivered`);
          }
        }),
      ),
    );
  listingCommands(host);
}

function listingCommands({ program, withCall, list }: CommandHost): void {
  program
    .command('webhooks:list')
    .description('list subscriptions with the state of their deliveries')
    .action(() => withCall(async (call) => list(await describeTargets(call), 'no subscriptions')));
  program
    .command('webhooks:deliveries')
    .description('list recent deliveries, newest first')
    .option('--provider <id>', 'id of the provider; default: all')
    .option('--failed', 'only failed deliveries')
    .option('--limit <requests>', 'maximum number of deliveries', wholeNumber, 50)
    .action((options: DeliveryOptions) =>
      withCall(async (call) => list(await describeDeliveries(call, options), 'no deliveries')),
    );
}

async function subscribeTyped(call: Call, name: string, options: SubscribeOptions): Promise<string[]> {
  const { provider = call.config.of(eventing.provider_id) ?? 'default', url, secret, batch } = options;
  const lines: string[] = [];
  if (url !== undefined) {
    const workspace_configuration = JSON.stringify({ url, secret, batch });
    const configuration = { provider_id: provider, workspace_configuration };
    if (await findProvider(call, provider)) await updateProvider(call, configuration);
    else {
      const newProvider = await createProvider(call, { ...configuration, label: provider });
      const { secret: own } = objectOf(JSON.parse(newProvider.workspace_configuration ?? '{}'));
      if (secret === undefined) lines.push(`secret\t${String(own)}`);
    }
  }
  const event = {
    name,
    parent: options.parent ?? '',
    fields: (options.field ?? []).map((field) => ({ name: field })),
    rules: (options.rule ?? []).map(readTypedRule),
    provider_id: provider,
  };
  await subscribe(call, event, options.force === true);
  return [...lines, `${name} is delivered to ${provider}`];
}

function readTypedRule(text: string): { field: string; operator: string; value: string } {
  const [field = '', operator = '', ...value] = text.split(':');
  return { field, operator, value: value.join(':') };
}

function readPosition(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('use a position in the log, a whole number');
  return Number(text);
}

async function describeTargets(call: Call): Promise<string[]> {
  const states = await call.db.selectFrom('event_provider_state').selectAll().execute();
  const dead = await call.db
    .selectFrom('event_waiting')
    .select(({ fn }) => ['provider', fn.countAll<number>().as('count')])
    .where('is_dead', '=', 1)
    .groupBy('provider')
    .execute();
  return (await call.services.ioEvents.targets.get(call)).flatMap(({ provider, subscriptions }) => {
    const state = states.find((one) => one.provider === provider.id);
    const letters = dead.find((one) => one.provider === provider.id)?.count ?? 0;
    const standing = provider.disabled === '' ? `${state?.failures ?? 0} failures in a row` : 'disabled';
    return subscriptions.map(({ name }) =>
      [
        name,
        provider.provider_id,
        provider.url,
        `position ${state?.position ?? 0}`,
        `${state?.delivered ?? 0} delivered`,
        standing,
        `${letters} dead letters`,
      ].join('\t'),
    );
  });
}

interface DeliveryOptions {
  readonly provider?: string;
  readonly failed?: boolean;
  readonly limit: number;
}

async function describeDeliveries(call: Call, { provider, failed, limit }: DeliveryOptions): Promise<string[]> {
  let query = call.db
    .selectFrom('event_delivery as d')
    .innerJoin('event_provider as p', 'p.id', 'd.provider')
    .selectAll('d')
    .select('p.provider_id')
    .orderBy('d.id', 'desc')
    .limit(limit);
  if (provider !== undefined) query = query.where('p.provider_id', '=', provider);
  if (failed) query = query.where('d.error', '<>', '');
  return (await query.execute()).map((row) =>
    [
      new Date(row.created_at).toISOString(),
      row.provider_id,
      `${row.first_position}-${row.last_position}`,
      `${row.events} events`,
      row.status === 0 ? 'no answer' : String(row.status),
      `${row.milliseconds} ms`,
      row.error.replaceAll(/\s+/g, ' '),
    ].join('\t'),
  );
}
