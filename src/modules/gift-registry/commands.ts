import { InvalidArgumentError } from 'commander';
import type { Call } from '../../kernel/call.ts';
import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { addItem, changeItems, itemsOf, removeItems } from './items.ts';
import { listRegistries, requireRegistry } from './registries.ts';
import type { Registrant } from './registrants.ts';
import type { AttributeValues } from './registry-types.ts';
import { changeRegistry, createRegistry, deleteRegistry, type RegistryChanges } from './save.ts';
import { showRegistry } from './show.ts';
import { typeCommands } from './type-commands.ts';

interface RegistryOptions {
  readonly title?: string;
  readonly message?: string;
  readonly event?: readonly AttributeValues[];
  readonly registrant?: readonly Registrant[];
  readonly address?: number;
  readonly public?: true;
  readonly private?: true;
  readonly active?: true;
  readonly inactive?: true;
}

interface NewRegistryOptions extends RegistryOptions {
  readonly customer: string;
  readonly type: string;
}

interface ItemOptions {
  readonly qty?: number;
  readonly note?: string;
}

/** Commands for gift registries and their types. */
export function registryCommands(host: CommandHost): void {
  typeCommands(host);
  registryCommandsOf(host);
  itemCommands(host);
}

/** Adds a command with the options of a registry. */
function described({ program }: CommandHost, name: string, description: string) {
  return program
    .command(`giftregistry:${name}`)
    .description(description)
    .option('--title <text>', 'title of the registry')
    .option('--message <text>', 'message of the owner to the guests')
    .option('--event <code=value...>', 'fields of the event, as its type defines them', valuesOf)
    .option(
      '--registrant <text...>',
      'recipients of the gifts: "Ada Lovelace <ada@example.com> role=bride"',
      registrantOf,
    )
    .option(
      '--address <id>',
      "id in the owner's address book; default for a new one: the shipping address",
      wholeNumber,
    )
    .option('--public', 'allow everybody to ship to the registry (default)')
    .option('--private', 'allow only the owner to ship to the registry')
    .option('--active', 'accept gifts (default)')
    .option('--inactive', 'accept no gifts');
}

function registryCommandsOf(host: CommandHost): void {
  const { program, withCall, print, list } = host;
  described(host, 'create', 'create a gift registry and print its id')
    .requiredOption('--customer <customer>', 'id or e-mail address of the owner')
    .requiredOption('--type <code>', 'code of the type, from giftregistry:type:list')
    .action(({ customer, type, ...options }: NewRegistryOptions) =>
      withCall(async (call) => {
        const ownerId = await customerId(call, customer);
        const { id } = await call.transaction((inside) => createRegistry(inside, ownerId, type, changesOf(options)));
        print(String(id));
      }),
    );
  described(host, 'update', 'change a gift registry')
    .argument('<id>', 'id of the registry', wholeNumber)
    .action((id: number, options: RegistryOptions) =>
      withCall((call) =>
        call.transaction(async (inside) =>
          changeRegistry(inside, await requireRegistry(inside, id), changesOf(options)),
        ),
      ),
    );
  program
    .command('giftregistry:delete')
    .description('delete a gift registry and its items')
    .argument('<id>', 'id of the registry', wholeNumber)
    .action((id: number) =>
      withCall((call) => call.transaction(async (inside) => deleteRegistry(inside, await requireRegistry(inside, id)))),
    );
  program
    .command('giftregistry:show')
    .description('print a gift registry and its items as JSON')
    .argument('<id>', 'id of the registry', wholeNumber)
    .action((id: number) =>
      withCall(async (call) => {
        const registry = await requireRegistry(call, id);
        print(JSON.stringify(await showRegistry(call, registry, await itemsOf(call, id)), null, 2));
      }),
    );
  program
    .command('giftregistry:list')
    .description('list gift registries, newest first')
    .option('--customer <customer>', 'id or e-mail address of the owner')
    .option('--limit <number>', 'maximum number of registries', wholeNumber, 100)
    .action(({ customer, limit }: { customer?: string; limit: number }) =>
      withCall(async (call) => {
        const found = await listRegistries(
          call,
          limit,
          customer === undefined ? undefined : await customerId(call, customer),
        );
        const lines = found.map(({ id, customer_id, type, title, is_active, is_public }) =>
          [id, customer_id, type, title, is_active ? 'active' : 'inactive', is_public ? 'public' : 'private'].join(
            '\t',
          ),
        );
        list(lines, 'no gift registries');
      }),
    );
}

function itemCommands({ program, withCall }: CommandHost): void {
  const command = (name: string, description: string) =>
    program
      .command(`giftregistry:item:${name}`)
      .description(description)
      .argument('<registry>', 'id of the registry', wholeNumber);
  command('add', 'add a product to a registry, or increase its quantity')
    .argument('<sku>', 'SKU of the product')
    .option('--qty <number>', 'quantity', quantity, 1)
    .option('--note <text>', 'note on the item')
    .action((id: number, sku: string, { qty = 1, note }: ItemOptions) =>
      withCall((call) =>
        call.transaction(async (inside) =>
          addItem(inside, await requireRegistry(inside, id), { sku, qty, ...(note === undefined ? {} : { note }) }),
        ),
      ),
    );
  command('update', 'change the quantity or the note of an item')
    .argument('<item>', 'id of the item', wholeNumber)
    .option('--qty <number>', 'quantity', quantity)
    .option('--note <text>', 'note on the item')
    .action((id: number, item: number, options: ItemOptions) =>
      withCall((call) =>
        call.transaction(async (inside) =>
          changeItems(inside, await requireRegistry(inside, id), [{ id: item, ...options }]),
        ),
      ),
    );
  command('remove', 'remove an item from a registry')
    .argument('<item>', 'id of the item', wholeNumber)
    .action((id: number, item: number) =>
      withCall((call) =>
        call.transaction(async (inside) => removeItems(inside, await requireRegistry(inside, id), [item])),
      ),
    );
}

function changesOf(options: RegistryOptions): RegistryChanges {
  const { title, message, event, registrant, address } = options;
  const switchValue = (yes: true | undefined, no: true | undefined): boolean | undefined => (yes ?? no) && !no;
  return {
    title,
    message,
    isPublic: switchValue(options.public, options.private),
    isActive: switchValue(options.active, options.inactive),
    event: event && together(event),
    registrants: registrant,
    address,
  };
}

async function customerId(call: Call, named: string): Promise<number> {
  const { customer: customers } = call.services;
  if (/^\d+$/.test(named)) return (await customers.requireCustomer(call, Number(named))).id;
  const found = await customers.customerByEmail(call, named, customers.websiteOf(call));
  if (!found) throw new Error(`there is no customer ${named}`);
  return found.id;
}

/** Parses one more `code=value`. */
function valuesOf(text: string, before: readonly AttributeValues[] = []): AttributeValues[] {
  return [...before, pair(text)];
}

function pair(text: string): AttributeValues {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('use code=value');
  return { [text.slice(0, at)]: text.slice(at + 1) };
}

function together(parts: readonly AttributeValues[]): AttributeValues {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}

/** Parses one more registrant. */
function registrantOf(text: string, before: readonly Registrant[] = []): Registrant[] {
  const [, firstname, lastname, email, rest] = /^(\S+)\s+(.+?)\s*<([^<>\s]+)>\s*(.*)$/.exec(text.trim()) ?? [];
  if (!firstname || !lastname || !email) throw new InvalidArgumentError('use "Ada Lovelace <ada@example.com>"');
  const answers = (rest ?? '').split(/\s+/).filter(Boolean).map(pair);
  return [...before, { firstname, lastname, email, values: together(answers) }];
}

function quantity(text: string): number {
  if (!/^\d{1,8}(\.\d{1,4})?$/.test(text) || Number(text) === 0) {
    throw new InvalidArgumentError('use a quantity such as 2 or 1.5');
  }
  return Number(text);
}
