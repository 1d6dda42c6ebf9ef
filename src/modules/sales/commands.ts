import { writeFileSync } from 'node:fs';
import { Argument } from 'commander';
import type { CommandHost } from '../../kernel/commands.ts';
import { print, printableKinds, type PrintableKind } from './print/print.ts';

/** The command `sales:pdf`. */
export function salesCommands({ program, withCall, print: tell }: CommandHost): void {
  program
    .command('sales:pdf')
    .description('write an invoice, a packing slip, a credit memo or the label of a shipment as PDF')
    .addArgument(new Argument('<kind>', 'what to print; a shipment is its packing slip').choices(printableKinds))
    .argument('<id>', 'entity id of the invoice, shipment or credit memo')
    .option('-o, --output <file>', 'file to write; default: <kind>-<id>.pdf, - for standard output')
    .action(async (kind: PrintableKind, id: string, { output }: { output?: string }) => {
      if (!/^\d+$/.test(id)) throw new Error(`${id} is no id`);
      const pdf = await withCall((call) => print(call, kind, Number(id)));
      if (output === '-') {
        process.stdout.write(pdf);
        return;
      }
      const file = output ?? `${kind}-${id}.pdf`;
      writeFileSync(file, pdf);
      tell(file);
    });
}
