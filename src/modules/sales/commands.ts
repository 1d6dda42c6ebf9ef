import { writeFileSync } from 'node:fs';
import { Argument } from 'commander';
import type { CommandHost } from '../../kernel/commands.ts';
import { reservationFaults, repairReservations, type ReservationFault } from './held-stock.ts';
import { print, printableKinds, type PrintableKind } from './print/print.ts';

/** Commands for printed documents, and for the stock reservations of orders. */
export function salesCommands(host: CommandHost): void {
  printCommand(host);
  reservationCommands(host);
}

function reservationCommands({ program, withCall, print: tell, list }: CommandHost): void {
  const lineOf = ({ stockId, productId, reserved, heldUnits }: ReservationFault): string =>
    `product ${productId} in stock ${stockId}: ${reserved} reserved, orders hold ${heldUnits}`;
  program
    .command('inventory:reservation:list-inconsistencies')
    .description('list reservations that do not match open orders')
    .action(() => withCall(async (call) => list((await reservationFaults(call)).map(lineOf), 'no inconsistencies')));
  program
    .command('inventory:reservation:create-compensations')
    .description('fix reservations to match open orders')
    .action(() =>
      withCall(async (call) => {
        const faults = await repairReservations(call);
        for (const fault of faults) tell(lineOf(fault));
        tell(`${faults.length} reservations fixed`);
      }),
    );
}

function printCommand({ program, withCall, print: tell }: CommandHost): void {
  program
    .command('sales:pdf')
    .description('print an invoice, packing slip, credit memo or shipping label to PDF')
    .addArgument(new Argument('<kind>', 'kind of document; shipment: its packing slip').choices(printableKinds))
    .argument('<id>', 'entity id of the invoice, shipment or credit memo')
    .option('-o, --output <file>', 'output file; default: <kind>-<id>.pdf; -: standard output')
    .action(async (kind: PrintableKind, id: string, { output }: { output?: string }) => {
      if (!/^\d+$/.test(id)) throw new Error(`${id} is not an id: use the entity id, a whole number`);
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
