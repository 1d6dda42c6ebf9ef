import { writeFileSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import { print, printed, type Printed } from '../modules/sales/print/print.ts';
import { withCall } from './platform.ts';

/** `sales:pdf` and `sales:downloads`. */
export function registerSalesCommands(program: Command): void {
  program
    .command('sales:pdf')
    .description('write an invoice, a packing slip, a credit memo or the label of a shipment as PDF')
    .addArgument(new Argument('<kind>', 'what to print; a shipment is its packing slip').choices(printed))
    .argument('<id>', 'entity id of the invoice, shipment or credit memo')
    .option('-o, --output <file>', 'file to write; default: <kind>-<id>.pdf, - for standard output')
    .action(async (kind: Printed, id: string, { output }: { output?: string }) => {
      if (!/^\d+$/.test(id)) throw new Error(`${id} is no id`);
      const pdf = await withCall((call) => print(call, kind, Number(id)));
      if (output === '-') {
        process.stdout.write(pdf);
        return;
      }
      const file = output ?? `${kind}-${id}.pdf`;
      writeFileSync(file, pdf);
      console.log(file);
    });
  program
    .command('sales:downloads')
    .description('list what was bought with an order to be downloaded: status, downloads, address, title')
    .argument('<order>', 'entity id of the order')
    .action((order: string) =>
      withCall(async (call) => {
        const base = (call.config.get('web/secure/base_url') ?? '').replace(/\/$/, '');
        for (const link of await call.services.downloadable.purchases.ofOrder(call, Number(order))) {
          const used = `${link.downloads_used} of ${link.downloads_bought || 'any number'}`;
          const address = `${base}/downloadable/download/link/id/${link.hash}`;
          console.log([link.status, used, address, link.title].join('\t'));
        }
      }),
    );
}
