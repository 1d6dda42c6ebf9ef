import { readFileSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import type { Call } from '../kernel/call.ts';
import { withCall } from './platform.ts';

/** Commands for what the checkout goes by and the interface has no calls for: shipping prices and terms. */
export function registerCheckoutCommands(program: Command): void {
  registerTableRates(program);
  registerAgreements(program);
}

function registerTableRates(program: Command): void {
  program
    .command('shipping:tablerates:import')
    .description('make a CSV file the price table of the "tablerate" carrier')
    .argument('<file>', 'columns: country, region, postcode, least weight, value or pieces, price; headings first')
    .option('--website <code>', 'code of the website; default: the default one')
    .option(
      '--condition <name>',
      'package_weight, package_value_with_discount or package_qty; default: as carriers/tablerate/condition_name says',
    )
    .action((file: string, options: { website?: string; condition?: string }) =>
      withCall(async (call) => {
        const websiteId = websiteOf(call, options.website);
        const text = readFileSync(file, 'utf8');
        const { rows, condition } = await call.services.quote.importTableRates(call, text, {
          websiteId,
          condition: options.condition,
        });
        console.log(`${rows} prices by ${condition}`);
      }),
    );
}

function websiteOf({ services: { store } }: Call, code: string | undefined): number {
  const id = code === undefined ? store.defaultStoreView().website_id : store.website(code)?.id;
  if (id === undefined) throw new Error(`there is no website ${code}`);
  return id;
}

interface NewAgreementOptions {
  name: string;
  checkboxText: string;
  text?: string;
  file?: string;
  html?: boolean;
  automatic?: boolean;
  inactive?: boolean;
  store?: string[];
}

function registerAgreements(program: Command): void {
  program
    .command('checkout:agreements:create')
    .description('make terms that buyers have to agree to while checkout/options/enable_agreements is 1')
    .requiredOption('--name <name>', 'name')
    .requiredOption('--checkbox-text <text>', 'what the buyer ticks')
    .option('--text <text>', 'the terms themselves')
    .option('--file <file>', 'file with the terms')
    .option('--html', 'the terms are HTML')
    .option('--automatic', 'agreed to by ordering, without a tick')
    .option('--inactive', 'not in force yet')
    .option('--store <codes...>', 'codes of the store views where they hold; default: all')
    .action((options: NewAgreementOptions) =>
      withCall(async (call) => {
        const id = await call.transaction((inner) =>
          inner.services.checkoutAgreements.createAgreement(inner, {
            name: options.name,
            content: contentOf(options),
            checkbox_text: options.checkboxText,
            is_active: !options.inactive,
            is_html: options.html === true,
            mode: options.automatic ? 0 : 1,
            store_ids: storesOf(inner, options.store),
          }),
        );
        console.log(`agreement ${options.name} has id ${id}`);
      }),
    );
  program
    .command('checkout:agreements:list')
    .description('list terms with the store views where they hold')
    .action(() =>
      withCall(async (call) => {
        for (const one of await call.services.checkoutAgreements.allAgreements(call)) {
          const state = `${one.is_active ? 'active' : 'inactive'}, ${one.mode === 1 ? 'by a tick' : 'automatic'}`;
          console.log(`${one.agreement_id}\t${one.name}\t${state}\tstores ${one.store_ids.join(',')}`);
        }
      }),
    );
  registerAgreementChanges(program);
}

function registerAgreementChanges(program: Command): void {
  const change = (name: string, description: string, work: (call: Call, id: number) => Promise<void>): void => {
    program
      .command(`checkout:agreements:${name}`)
      .description(description)
      .argument('<id>', 'id of the terms', agreementId)
      .action((id: number) => withCall((call) => call.transaction((inner) => work(inner, id))));
  };
  change('enable', 'put terms in force', (call, id) =>
    call.services.checkoutAgreements.changeAgreement(call, id, { is_active: true }),
  );
  change('disable', 'put terms out of force', (call, id) =>
    call.services.checkoutAgreements.changeAgreement(call, id, { is_active: false }),
  );
  change('delete', 'delete terms', (call, id) => call.services.checkoutAgreements.deleteAgreement(call, id));
}

function agreementId(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('use the id that checkout:agreements:list shows');
  return Number(text);
}

function contentOf({ text, file }: NewAgreementOptions): string {
  if (file !== undefined) return readFileSync(file, 'utf8');
  if (text !== undefined) return text;
  throw new Error('tell the terms: --text or --file');
}

/** Ids of store views by their codes; 0, for all of them, where none is told. */
function storesOf({ services: { store } }: Call, codes: readonly string[] | undefined): number[] {
  if (!codes) return [0];
  return codes.map((code) => {
    const id = code === 'all' ? 0 : store.view(code)?.id;
    if (id === undefined) throw new Error(`there is no store view ${code}`);
    return id;
  });
}
