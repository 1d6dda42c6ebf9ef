import type { CommandHost } from '../../kernel/commands.ts';
import type { OperationRow } from './operations.ts';
import type { MoneyRequest } from './extensions.ts';
import { settleAgain, settleByHand, unsettledPayments } from './unsettled.ts';

/** `payment:unsettled` and `payment:settle`: payments whose outcome could not be booked. */
export function paymentCommands({ program, withCall, list, print }: CommandHost): void {
  program
    .command('payment:unsettled')
    .description('list the payments that cannot be settled: key, what for, method, what was asked, why it failed')
    .action(() =>
      withCall(async (call) => list((await unsettledPayments(call)).map(lineOf), 'no payments that cannot be settled')),
    );
  program
    .command('payment:settle')
    .description('settle a payment: ask its provider once more what became of it, and book that')
    .argument('<key>', 'key of the payment; payment:unsettled tells it')
    .option('--by-hand', 'the money and the books are in order: forget the payment, and let the order be changed again')
    .action((key: string, { byHand = false }: { byHand?: boolean }) =>
      withCall(async (call) => {
        const { subject } = await (byHand ? settleByHand : settleAgain)(call, key);
        print(byHand ? `${subject}: forgotten` : `${subject}: settled`);
      }),
    );
}

function lineOf({ key, subject, method, request, failures, failure }: OperationRow): string {
  const { kind, amount, currency } = JSON.parse(request) as MoneyRequest;
  const why = failure === null ? 'nobody knows the method' : `${failures} failures: ${failure}`;
  return [key, subject, method, `${kind} of ${amount} ${currency}`, why].join('\t');
}
