import type { CommandHost } from '../../kernel/commands.ts';
import { lowQuantityErrors } from './errors.ts';
import { lowItems } from './low-items.ts';

/** `inventory:low-quantity`. */
export function lowQuantityCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('inventory:low-quantity')
    .description('list low stock: source, SKU, quantity, threshold')
    .option('--source <code>', 'code of a source, enabled or not; default: all enabled sources')
    .option('--json', 'print one JSON object per line')
    .action(({ source, json }: { source?: string; json?: true }) =>
      withCall(async (call) => {
        const { sources } = await call.services.multiSource.network.get(call);
        if (source !== undefined && !sources.has(source)) throw lowQuantityErrors.wrongInput();
        let isEmpty = true;
        for await (const page of lowItems(call, source)) {
          for (const item of page) print(json ? JSON.stringify(item) : Object.values(item).join('\t'));
          isEmpty &&= page.length === 0;
        }
        if (isEmpty) list([], 'no products with low stock');
      }),
    );
}
