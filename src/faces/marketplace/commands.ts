import { Option, type Command } from 'commander';
import type { CommandHost } from '../../kernel/commands.ts';
import { createApplication, listApplications, revokeApplication } from './applications.ts';
import { environments, type Environment } from './environments.ts';
import { createUser, listUsers, type NewUser } from './users.ts';

interface Common {
  readonly env: Environment;
  readonly json?: true;
}

/** Commands for users of the package-submission interface, and for their applications. */
export function marketplaceCommands(host: CommandHost): void {
  addUserCommands(host);
  addApplicationCommands(host);
}

function addUserCommands(host: CommandHost): void {
  const { withCall, print, list } = host;
  commandOf(host, 'marketplace:user:create', 'create a user of the package-submission interface')
    .requiredOption('--email <address>', 'e-mail address')
    .requiredOption('--name <name>', 'display name')
    .option('--company <name>', 'company')
    .option('--json', 'print the profile as JSON')
    .action(({ env, json, ...user }: Common & NewUser) =>
      withCall(async (call) => {
        const profile = await createUser(call, env, user);
        print(json ? JSON.stringify(profile) : `mage_id: ${profile.mage_id}`);
      }),
    );
  commandOf(host, 'marketplace:user:list', 'list users of the package-submission interface')
    .option('--json', 'print one JSON object per line')
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
  commandOf(host, 'marketplace:app:create', 'create an application and print its secret once')
    .requiredOption('--user <mage_id>', 'mage_id of its user')
    .option('--json', 'print the application as JSON')
    .action(({ env, json, user }: Common & { user: string }) =>
      withCall(async (call) => {
        const application = await createApplication(call, env, user);
        if (json) print(JSON.stringify(application));
        else for (const [key, value] of Object.entries(application)) print(`${key}: ${value}`);
      }),
    );
  commandOf(host, 'marketplace:app:list', 'list applications')
    .option('--json', 'print one JSON object per line')
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
  commandOf(host, 'marketplace:app:revoke', 'revoke an application; its secret and tokens stop working at once')
    .argument('<application_id>', 'id of the application')
    .action((id: string, { env }: Common) =>
      withCall(async (call) => {
        await revokeApplication(call, env, id);
        print(`application ${id} revoked`);
      }),
    );
}

/** Adds a command with the option of the environment. */
function commandOf({ program }: CommandHost, name: string, description: string): Command {
  const environment = new Option('--env <environment>', 'environment').choices(environments).makeOptionMandatory();
  return program.command(name).description(description).addOption(environment);
}
