import type { CommandHost } from '../../kernel/commands.ts';

/** `currency:rate:set`. */
export function directoryCommands({ program, withCall, print }: CommandHost): void {
  program
    .command('currency:rate:set')
    .description('set an exchange rate')
    .argument('<from>', 'code of the base currency, such as USD')
    .argument('<to>', 'code of the target currency, such as EUR')
    .argument('<rate>', 'units of the target currency per unit of the base currency, above 0', Number)
    .action((from: string, to: string, rate: number) =>
      withCall(async (call) => {
        await call.services.directory.setRate(call, from, to, rate);
        print(`1 ${from} is ${rate} ${to}`);
      }),
    );
}
