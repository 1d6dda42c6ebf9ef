import type { Call } from '../../kernel/call.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { deleteFee, readFee, saveFee, type CustomFee, type TypedFee } from './fees.ts';

/** Commands for the fees that carts are charged, which the interface has no calls for. */
export function customFeeCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('customfee:set')
    .description('charge carts a fee, or change one')
    .requiredOption('--code <code>', 'what the fee is known by')
    .requiredOption('--label <label>', 'what buyers read')
    .requiredOption('--amount <amount>', 'in the base currency')
    .option('--website <code>', 'code of the website; default: every one')
    .option('--from <subtotal>', 'carts below it are not charged')
    .option('--on-last-invoice', 'charge it with the last invoice of an order, not with the first')
    .option('--on-last-creditmemo', 'give it back with the last credit memo, not with the first')
    .action((options: TypedFee) =>
      withCall(async (call) => {
        const fee = readFee(call, options);
        await call.transaction((inside) => saveFee(inside, fee));
        print(`fee ${fee.code} is set`);
      }),
    );
  program
    .command('customfee:list')
    .description('list the fees that carts are charged')
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
    .description('charge a fee no more')
    .action((code: string) =>
      withCall(async (call) => {
        await call.transaction((inside) => deleteFee(inside, code));
        print(`fee ${code} is deleted`);
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
