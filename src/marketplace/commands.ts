import { Option, type Command } from 'commander';
import type { CommandHost } from '../kernel/commands.ts';
import { createApplication, listApplications, revokeApplication } from './applications.ts';
import { environments, type Environment } from './environments.ts';
import { createUser, listUsers, type NewUser } from './users.ts';

interface Common {
  readonly env: Environment;
  readonly json?: true;
}

/** Commands for those who submit packages, and for their programs. */
export function marketplaceCommands(host: CommandHost): void {
  addUserCommands(host);
  addApplicationCommands(host);
}

function addUserCommands(host: CommandHost): void {
  const { withCall, print, list } = host;
  commandOf(host, 'marketplace:user:create', 'create a user of the package-submission interface')
    .requiredOption('--email <address>', 'e-mail address')
    .requiredOption('--name <name>', 'name, as it is shown')
    .option('--company <name>', 'company')
    .option('--json', 'print the profile as JSON')
    .action(({ env, json, ...user }: Common & NewUser) =>
      withCall(async (call) => {
        const profile = await createUser(call, env, user);
        print(json ? JSON.stringify(profile) : `mage_id: ${profile.mage_id}`);
      }),
    );
  commandOf(host, 'marketplace:user:list', 'list the users of the package-submission interface')
    .option('--json', 'one JSON object a line')
    .action(({ env, json }: Common) =>
      withCall(async (call) => {
        const users = await listUsers(call, env);
        list(
          users.map((one) =>
            json
              ? JSON.stringify(one)
              : [one.mage_id, one.email, one.name, one.company ?? '', one.created_at].join('\t'),
          ),
          'no users',
        );
      }),
    );
}

function addApplicationCommands(host: CommandHost): void {
  const { withCall, print, list } = host;
  commandOf(host, 'marketplace:app:create', 'create an application and print its secret, which is shown only now')
    .requiredOption('--user <mage_id>', 'user that it acts for')
    .option('--json', 'print it as JSON')
    .action(({ env, json, user }: Common & { user: string }) =>
      withCall(async (call) => {
        const made = await createApplication(call, env, user);
        if (json) print(JSON.stringify(made));
        else for (const [key, value] of Object.entries(made)) print(`${key}: ${value}`);
      }),
    );
  commandOf(host, 'marketplace:app:list', 'list the applications')
    .option('--json', 'one JSON object a line')
    .action(({ env, json }: Common) =>
      withCall(async (call) => {
        const applications = await listApplications(call, env);
        list(
          applications.map((one) =>
            json ? JSON.stringify(one) : [one.application_id, one.mage_id, one.created_at].join('\t'),
          ),
          'no applications',
        );
      }),
    );
  commandOf(host, 'marketplace:app:revoke', 'take back an application: its secret and its tokens are refused at once')
    .argument('<application_id>', 'id')
    .action((id: string, { env }: Common) =>
      withCall(async (call) => {
        await revokeApplication(call, env, id);
        print(`application ${id} is revoked`);
      }),
    );
}

/** A command about one environment. */
function commandOf({ program }: CommandHost, name: string, description: string): Command {
  const environment = new Option('--env <environment>', 'environment').choices(environments).makeOptionMandatory();
  return program.command(name).description(description).addOption(environment);
}
