import { InvalidArgumentError } from 'commander';
import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { keysOf } from '../../kernel/own-fields.ts';
import { changeCompany } from './save.ts';
import { companyStates } from './types.ts';

/** Commands that list companies and change their status. */
export function companyCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('company:list')
    .description('list companies, newest first')
    .option('--status <status>', `status: ${Object.keys(companyStates).join(', ')}; default: all`, statusOf)
    .action(({ status }: { status?: number }) =>
      withCall(async (call) => {
        let query = call.db.selectFrom('company').select(['entity_id', 'status', 'company_name', 'company_email']);
        if (status !== undefined) query = query.where('status', '=', status);
        const rows = await query.orderBy('entity_id', 'desc').execute();
        const names = Object.keys(companyStates);
        list(
          rows.map(({ entity_id, company_name, company_email, ...row }) =>
            [entity_id, names[row.status], company_name, company_email].join('\t'),
          ),
          'no companies',
        );
      }),
    );
  program
    .command('company:status')
    .description('approve, reject or block a company')
    .argument('<id>', 'id of the company', wholeNumber)
    .argument('<status>', Object.keys(companyStates).join(', '), statusOf)
    .option('--reason <text>', 'reason of the rejection')
    .action((id: number, status: number, { reason }: { reason?: string }) =>
      withCall(async (call) => {
        const input = { status, ...(reason === undefined ? {} : { reject_reason: reason }) };
        const { company_name } = await call.transaction((inside) => changeCompany(inside, id, input));
        print(`${company_name} is ${Object.keys(companyStates)[status]}`);
      }),
    );
}

function statusOf(text: string): number {
  const names = keysOf(companyStates);
  const name = names.find((one) => one === text);
  if (name === undefined) throw new InvalidArgumentError(`use one of: ${names.join(', ')}`);
  return companyStates[name];
}
