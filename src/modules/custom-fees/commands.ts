import type { Call } from '../../kernel/call.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { deleteFee, readFee, saveFee, type CustomFee, type TypedFee } from './fees.ts';

/** Commands for the fees of carts, which have no routes. */
export function customFeeCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('customfee:set')
    .description('create or change a fee on carts')
    .requiredOption('--code <code>', 'code of the fee')
    .requiredOption('--label <label>', 'label shown to buyers')
    .requiredOption('--amount <amount>', 'amount in the base currency')
    .option('--website <code>', 'code of the website; default: all')
    .option('--from <subtotal>', 'minimum subtotal of a cart')
    .option('--on-last-invoice', 'charge the fee on the last invoice of an order, not the first')
    .option('--on-last-creditmemo', 'refund the fee on the last credit memo of an order, not the first')
    .action((options: TypedFee) =>
      withCall(async (call) => {
        const fee = readFee(call, options);
        await call.transaction((inside) => saveFee(inside, fee));
        print(`fee ${fee.code} saved`);
      }),
    );
  program
    .command('customfee:list')
    .description('list the fees on carts')
    .action(() =>
      withCall(async (call) => {
        const fees = await call.services.customFees.fees.get(call);
        list(
          fees.map((fee) => lineOf(call, fee)),
          'no fees',
        );
      }),
    );
  program
    .command('customfee:delete <code>')
    .description('delete a fee')
    .action((code: string) =>
      withCall(async (call) => {
        await call.transaction((inside) => deleteFee(inside, code));
        print(`fee ${code} deleted`);
      }),
    );
}

function lineOf(call: Call, { code, label, amount, websiteId, leastSubtotal, ...times }: CustomFee): string {
  const website = websiteId === 0 ? 'every website' : (call.services.store.website(websiteId)?.code ?? websiteId);
  return [
    code,
    label,
    amount.toFixed(2),
    website,
    `from ${leastSubtotal.toFixed(2)}`,
    `with the ${times.onLastInvoice ? 'last' : 'first'} invoice`,
    `back with the ${times.onLastCreditmemo ? 'last' : 'first'} credit memo`,
  ].join('\t');
}
