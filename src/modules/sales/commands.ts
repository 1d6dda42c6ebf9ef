import { writeFileSync } from 'node:fs';
import { Argument } from 'commander';
import type { CommandHost } from '../../kernel/commands.ts';
import { reservationFaults, repairReservations, type ReservationFault } from './held-stock.ts';
import { print, printableKinds, type PrintableKind } from './print/print.ts';

/** Commands for documents in print, and for what orders keep of stocks. */
export function salesCommands(host: CommandHost): void {
  printCommand(host);
  reservationCommands(host);
}

function reservationCommands({ program, withCall, print: tell, list }: CommandHost): void {
  const lineOf = ({ stockId, productId, reserved, held }: ReservationFault): string =>
    `product ${productId} in stock ${stockId}: ${reserved} reserved, orders hold ${held}`;
  program
    .command('inventory:reservation:list-inconsistencies')
    .description('list products of which more or less is reserved than orders still wait for')
    .action(() => withCall(async (call) => list((await reservationFaults(call)).map(lineOf), 'no inconsistencies')));
  program
    .command('inventory:reservation:create-compensations')
    .description('reserve what orders still wait for, no more and no less')
    .action(() =>
      withCall(async (call) => {
        const faults = await repairReservations(call);
        for (const fault of faults) tell(lineOf(fault));
        tell(`${faults.length} reservations are set right`);
      }),
    );
}

function printCommand({ program, withCall, print: tell }: CommandHost): void {
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
