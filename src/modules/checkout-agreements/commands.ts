import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { Call } from '../../kernel/call.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { allAgreements, changeAgreement, createAgreement, deleteAgreement } from './agreements.ts';
import { asksForAgreement } from './configuration.ts';

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

/** Commands for terms and conditions, which have no routes that change them. */
export function agreementCommands(host: CommandHost): void {
  const { program, withCall, print, list } = host;
  program
    .command('checkout:agreements:create')
    .description(`create terms and conditions (${asksForAgreement.path})`)
    .requiredOption('--name <name>', 'name')
    .requiredOption('--checkbox-text <text>', 'label of the checkbox')
    .option('--text <text>', 'text of the terms')
    .option('--file <file>', 'file with the text of the terms')
    .option('--html', 'treat the text as HTML')
    .option('--automatic', 'accept by placing the order, without a checkbox')
    .option('--inactive', 'create the terms disabled')
    .option('--store <codes...>', 'codes of the store views; default: all')
    .action((options: NewAgreementOptions) =>
      withCall(async (call) => {
        const id = await call.transaction((inner) =>
          createAgreement(inner, {
            name: options.name,
            content: contentOf(options),
            checkbox_text: options.checkboxText,
            is_active: !options.inactive,
            is_html: options.html === true,
            mode: options.automatic ? 0 : 1,
            store_ids: storesOf(inner, options.store),
          }),
        );
        print(`agreement ${options.name} has id ${id}`);
      }),
    );
  program
    .command('checkout:agreements:list')
    .description('list terms and conditions with their store views')
    .action(() =>
      withCall(async (call) => {
        const agreements = await allAgreements(call);
        list(agreements.map(lineOf), 'no agreements');
      }),
    );
  addAgreementChanges(host);
}

function lineOf(one: Awaited<ReturnType<typeof allAgreements>>[number]): string {
  const state = `${one.is_active ? 'active' : 'inactive'}, ${one.mode === 1 ? 'by a tick' : 'automatic'}`;
  return `${one.agreement_id}\t${one.name}\t${state}\tstores ${one.store_ids.join(',')}`;
}

function addAgreementChanges({ program, withCall }: CommandHost): void {
  const change = (name: string, description: string, work: (call: Call, id: number) => Promise<void>): void => {
    program
      .command(`checkout:agreements:${name}`)
      .description(description)
      .argument('<id>', 'id of the terms', agreementId)
      .action((id: number) => withCall((call) => call.transaction((inner) => work(inner, id))));
  };
  change('enable', 'enable terms and conditions', (call, id) => changeAgreement(call, id, { is_active: true }));
  change('disable', 'disable terms and conditions', (call, id) => changeAgreement(call, id, { is_active: false }));
  change('delete', 'delete terms and conditions', (call, id) => deleteAgreement(call, id));
}

function agreementId(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('use an id from checkout:agreements:list');
  return Number(text);
}

function contentOf({ text, file }: NewAgreementOptions): string {
  if (file !== undefined) return readFileSync(file, 'utf8');
  if (text !== undefined) return text;
  throw new Error('the text of the terms is missing: use --text or --file');
}

/** Returns the ids of store views by code; without codes 0, which stands for all. */
function storesOf({ services: { store } }: Call, codes: readonly string[] | undefined): number[] {
  if (!codes) return [0];
  return codes.map((code) => {
    const id = code === 'all' ? 0 : store.view(code)?.id;
    if (id === undefined) throw new Error(`there is no store view ${code}`);
    return id;
  });
}
