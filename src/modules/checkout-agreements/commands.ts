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

/** Commands for terms, which the interface has no calls to make. */
export function agreementCommands(host: CommandHost): void {
  const { program, withCall, print, list } = host;
  program
    .command('checkout:agreements:create')
    .description(`make terms that buyers have to agree to while ${asksForAgreement.path} is 1`)
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
    .description('list terms with the store views where they hold')
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
  change('enable', 'put terms in force', (call, id) => changeAgreement(call, id, { is_active: true }));
  change('disable', 'put terms out of force', (call, id) => changeAgreement(call, id, { is_active: false }));
  change('delete', 'delete terms', (call, id) => deleteAgreement(call, id));
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
