import type { CommandHost } from '../../kernel/commands.ts';
import { parseJson } from '../../kernel/json-text.ts';
import type { OperationRow } from './operations.ts';
import { settleAgain, settleByHand, unsettledPayments } from './unsettled.ts';

/** `payment:unsettled` and `payment:settle`: payments with an unrecorded outcome. */
export function paymentCommands({ program, withCall, list, print }: CommandHost): void {
  program
    .command('payment:unsettled')
    .description('list unsettled payments: key, subject, method, request, failure')
    .action(() => withCall(async (call) => list((await unsettledPayments(call)).map(lineOf), 'no unsettled payments')));
  program
    .command('payment:settle')
    .description('settle a payment: query its provider and record the outcome')
    .argument('<key>', 'key of the payment, from payment:unsettled')
    .option('--by-hand', 'discard the payment and unlock its order, after a manual check')
    .action((key: string, { byHand = false }: { byHand?: boolean }) =>
      withCall(async (call) => {
        const { subject } = await (byHand ? settleByHand : settleAgain)(call, key);
        print(byHand ? `${subject}: discarded` : `${subject}: settled`);
      }),
    );
}

function lineOf({ key, subject, method, request, failures, failure }: OperationRow): string {
  const { kind, amount, currency } = parseJson(request);
  const why = failure === null ? 'unknown payment method' : `${failures} failures: ${failure}`;
  return [key, subject, method, `${kind} of ${amount} ${currency}`, why].join('\t');
}
