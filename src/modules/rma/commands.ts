import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { returnErrors } from './errors.ts';
import { nameOf } from './quantities.ts';
import { findReturns, type StoredItem } from './returns.ts';

/** Commands that show returns. */
export function returnCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('rma:list')
    .description('list returns, newest first')
    .option('--order <number>', 'number of the order; default: all orders')
    .option('--limit <number>', 'maximum number of returns', wholeNumber, 100)
    .action(({ order, limit }: { order?: string; limit: number }) =>
      withCall(async (call) => {
        const found = await findReturns(call, order === undefined ? {} : { order_increment_id: order }, limit);
        const lines = found.map((one) =>
          [one.increment_id, one.order_increment_id, one.date_requested, one.status].join('\t'),
        );
        list(lines, 'no returns');
      }),
    );
  program
    .command('rma:show')
    .description('show a return with its items, comments and tracking numbers')
    .argument('<number>', 'number of the return')
    .action((number: string) =>
      withCall(async (call) => {
        const [one] = await findReturns(call, { increment_id: number }, 1);
        if (!one) throw returnErrors.notFound();
        const { sales } = call.services;
        const order = (await sales.orders(call, [one.order_id])).get(one.order_id);
        print([one.increment_id, one.order_increment_id, one.date_requested, one.status].join('\t'));
        for (const item of one.items) {
          const ordered = order?.items.find(({ id }) => id === item.order_item_id);
          print([nameOf(ordered, item.order_item_id), item.status, quantities(item)].join('\t'));
        }
        for (const { created_at, comment } of one.comments) print([created_at, comment].join('\t'));
        for (const { carrier_title, track_number } of one.tracks) print([carrier_title, track_number].join('\t'));
      }),
    );
}

/** The known quantities of an item: `requested 3, authorized 2`. */
function quantities({ qty_requested, qty_authorized, qty_returned, qty_approved }: StoredItem): string {
  const steps = [
    ['requested', qty_requested],
    ['authorized', qty_authorized],
    ['received', qty_returned],
    ['approved', qty_approved],
  ] as const;
  return steps.flatMap(([name, qty]) => (qty === null ? [] : [`${name} ${qty}`])).join(', ');
}
