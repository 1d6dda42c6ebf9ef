import type { CommandHost } from '../../kernel/commands.ts';

/** `currency:rate:set`. */
export function directoryCommands({ program, withCall, print }: CommandHost): void {
  program
    .command('currency:rate:set')
    .description('set what one unit of a currency is worth in another')
    .argument('<from>', 'currency code, such as USD')
    .argument('<to>', 'currency code, such as EUR')
    .argument('<rate>', 'a number above 0', Number)
    .action((from: string, to: string, rate: number) =>
      withCall(async (call) => {
        await call.services.directory.setRate(call, from, to, rate);
        print(`1 ${from} is ${rate} ${to}`);
      }),
    );
}
