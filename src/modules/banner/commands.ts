import { readFileSync } from 'node:fs';
import type { Call } from '../../kernel/call.ts';
import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { deleteBlock, insertBlock, listBlocks, setBlockContent, switchBlock, type ListedBlock } from './blocks.ts';
import { dynamicBlockErrors } from './errors.ts';
import { locations } from './targets.ts';

interface ContentOptions {
  content: string;
  store?: string;
}

interface NewBlockOptions extends ContentOptions {
  location?: string[];
  segment?: string[];
  cartRule?: string[];
  catalogRule?: string[];
  disabled?: true;
}

const CONTENT = 'HTML with directives; or `@` and a file with it';

/** Commands for dynamic blocks, which have no routes. */
export function dynamicBlockCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('dynamic-block:create')
    .description('create a dynamic block')
    .argument('<name>', 'name of the block, for the staff')
    .requiredOption('--content <html>', CONTENT)
    .option('--store <code>', 'store view of the content; default: all')
    .option('--location <names...>', `${locations.join(', ')}; default: all`)
    .option('--segment <ids...>', 'customer segments that see the block; default: everybody')
    .option('--cart-rule <ids...>', 'cart price rules that the block is related to')
    .option('--catalog-rule <ids...>', 'catalog price rules that the block is related to')
    .option('--disabled', 'create the block disabled')
    .action((name: string, options: NewBlockOptions) =>
      withCall(async (call) => {
        const { content, store, location = [], segment = [], disabled = false } = options;
        const { cartRule: cart_rule = [], catalogRule: catalog_rule = [] } = options;
        const id = await insertBlock(call, {
          name,
          isEnabled: !disabled,
          storeId: storeIdOf(call, store),
          content: contentOf(content),
          targets: { location, segment, cart_rule, catalog_rule },
        });
        print(`dynamic block ${name} has id ${id}`);
      }),
    );
  program
    .command('dynamic-block:content')
    .description('change the content of a dynamic block; empty content removes that of a store view')
    .argument('<id>', 'id of the block, from dynamic-block:list', wholeNumber)
    .requiredOption('--content <html>', CONTENT)
    .option('--store <code>', 'store view of the content; default: all without their own')
    .action((id: number, { content, store }: ContentOptions) =>
      withCall((call) => setBlockContent(call, id, storeIdOf(call, store), contentOf(content))),
    );
  program
    .command('dynamic-block:list')
    .description('list dynamic blocks')
    .action(() =>
      withCall(async (call) =>
        list(
          (await listBlocks(call)).map((block) => lineOf(call, block)),
          'no dynamic blocks',
        ),
      ),
    );
  const byId = (name: string, description: string, work: (call: Call, id: number) => Promise<void>): void => {
    program
      .command(`dynamic-block:${name}`)
      .description(description)
      .argument('<id>', 'id of the block, from dynamic-block:list', wholeNumber)
      .action((id: number) => withCall((call) => work(call, id)));
  };
  byId('enable', 'enable a dynamic block', (call, id) => switchBlock(call, id, true));
  byId('disable', 'disable a dynamic block', (call, id) => switchBlock(call, id, false));
  byId('delete', 'delete a dynamic block', deleteBlock);
}

function contentOf(text: string): string {
  return text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text;
}

function storeIdOf(call: Call, code: string | undefined): number {
  if (code === undefined) return 0;
  const view = call.services.store.view(code);
  if (!view) throw dynamicBlockErrors.noStore([code]);
  return view.id;
}

function lineOf(call: Call, { block_id, name, is_enabled, targets, storeIds }: ListedBlock): string {
  const stores = storeIds.map((id) => (id === 0 ? 'all' : (call.services.store.view(id)?.code ?? id)));
  const parts = [
    `stores ${stores.join(',') || 'none'}`,
    `locations ${targets.location.join(',') || 'all'}`,
    `segments ${targets.segment.join(',') || 'all'}`,
    `cart rules ${targets.cart_rule.join(',') || 'none'}`,
    `catalog rules ${targets.catalog_rule.join(',') || 'none'}`,
  ];
  return [block_id, name, is_enabled === 1 ? 'enabled' : 'disabled', ...parts].join('\t');
}
