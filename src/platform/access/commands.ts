import { Option, type Command } from 'commander';
import type { Call } from '../../kernel/call.ts';
import type { CommandHost } from '../../kernel/commands.ts';
import { PlatformError } from '../../kernel/errors.ts';
import type { Grants } from './acl.ts';
import { accessErrors } from './errors.ts';
import {
  changeIntegration,
  createIntegration,
  listIntegrations,
  renewIntegration,
  revokeIntegration,
  type Credentials,
} from './integration-credentials.ts';
import { createAdminUser, listAdminUsers, setAdminActive, setAdminPassword } from './users.ts';

interface UserOptions {
  user: string;
  email: string;
  firstname: string;
  lastname: string;
  password?: string;
  role?: string;
  resources?: string;
}

/** Commands for admin users and integrations. */
export function accessCommands(host: CommandHost): void {
  addUserCommands(host);
  addIntegrationCommands(host);
}

function addUserCommands(host: CommandHost): void {
  const { program, withCall, print, list } = host;
  program
    .command('admin:user:create')
    .description('create an admin user')
    .requiredOption('--user <name>', 'user name')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--firstname <name>', 'first name', 'Admin')
    .option('--lastname <name>', 'last name', 'User')
    .option('--password <password>', 'password; default: a generated one, which is printed')
    .option('--role <name>', 'name of the role; default: Administrators')
    .option('--resources <ids>', 'create the role with these ACL resources: a comma-separated list, or "all"')
    .action((options: UserOptions) =>
      withCall(async (call) => {
        const { user: username, resources, ...rest } = options;
        const newUser = await createAdminUser(call, {
          username,
          ...rest,
          resources: resources === undefined ? undefined : parseResources(resources),
        });
        print(`admin user ${username} has id ${newUser.userId}`);
        if (!options.password) print(`password: ${newUser.password}`);
      }),
    );
  program
    .command('admin:user:list')
    .description('list admin users')
    .action(() =>
      withCall(async (call) => {
        const users = await listAdminUsers(call);
        list(
          users.map(
            (user) =>
              `${user.user_id}\t${user.username}\t${user.email}\t${user.role_name}${user.is_active ? '' : '\tinactive'}`,
          ),
          'no admin users',
        );
      }),
    );
  program
    .command('admin:user:password')
    .description('change the password of an admin user, unlock it and revoke its tokens')
    .argument('<user>', 'user name')
    .argument('<password>', 'new password')
    .action((user: string, password: string) =>
      withCall(async (call) => {
        await setAdminPassword(call, user, password);
        print(`password of ${user} changed`);
      }),
    );
  addSwitch(host, 'admin:user:disable', 'disable an admin user and revoke its tokens', false);
  addSwitch(host, 'admin:user:enable', 'enable an admin user', true);
}

function addSwitch(
  { program, withCall, print }: CommandHost,
  command: string,
  description: string,
  active: boolean,
): void {
  program
    .command(command)
    .description(description)
    .argument('<user>', 'user name')
    .action((user: string) =>
      withCall(async (call) => {
        await setAdminActive(call, user, active);
        print(`${user} is ${active ? 'active' : 'inactive'}`);
      }),
    );
}

/** Forms of printed credentials; absent: a line for each. */
interface PrintOptions {
  readonly json?: boolean;
  readonly env?: boolean;
}

const credentialLine = (key: string, value: string): string => `${key}: ${value}`;
const variableLine = (key: string, value: string): string => `${key.toUpperCase()}=${value}`;

/** Creates an integration. Throws an error that says how to issue new keys when its name is taken. */
async function newIntegration(call: Call, name: string, resources: Grants): Promise<Credentials> {
  try {
    return await createIntegration(call, { name, resources });
  } catch (error) {
    const { text } = accessErrors.integrationExists([name]);
    if (!(error instanceof PlatformError) || error.text !== text) throw error;
    const quoted = JSON.stringify(name);
    throw new Error(`${text} Its keys are not shown again: for new ones, run souk integration:renew ${quoted}.`, {
      cause: error,
    });
  }
}

function addIntegrationCommands({ program, withCall, print, list }: CommandHost): void {
  const printed = ({ json, env }: PrintOptions, credentials: Credentials): void => {
    if (json) return print(JSON.stringify(credentials));
    const line = env ? variableLine : credentialLine;
    for (const [key, value] of Object.entries(credentials)) print(line(key, value));
  };
  const withForms = (command: Command): Command =>
    command
      .addOption(new Option('--json', 'print the credentials as JSON').conflicts('env'))
      .option('--env', 'print the credentials as variables of an environment');
  withForms(program.command('integration:create'))
    .description('create an active integration and print its credentials once')
    .argument('<name>', 'name')
    .option('--resources <ids>', 'ACL resources, comma-separated, or "all"', 'all')
    .action((name: string, options: PrintOptions & { readonly resources: string }) =>
      withCall(async (call) => printed(options, await newIntegration(call, name, parseResources(options.resources)))),
    );
  withForms(program.command('integration:renew'))
    .description('issue new credentials for an integration and print them once; the former ones stop working')
    .argument('<name>', 'name')
    .action((name: string, options: PrintOptions) =>
      withCall(async (call) => printed(options, await renewIntegration(call, name))),
    );
  program
    .command('integration:grant')
    .description('change the ACL resources of an integration')
    .argument('<name>', 'name')
    .requiredOption('--resources <ids>', 'ACL resources, comma-separated, or "all"')
    .action((name: string, options: { resources: string }) =>
      withCall(async (call) => {
        await changeIntegration(call, name, { resources: parseResources(options.resources) });
        print(`resources of ${name} changed`);
      }),
    );
  program
    .command('integration:list')
    .description('list integrations')
    .action(() =>
      withCall(async (call) => {
        const rows = await listIntegrations(call);
        list(
          rows.map((one) => `${one.integration_id}\t${one.name}\t${one.created_at}`),
          'no integrations',
        );
      }),
    );
  program
    .command('integration:revoke')
    .description('revoke an integration; its credentials stop working at once')
    .argument('<name>', 'name')
    .action((name: string) =>
      withCall(async (call) => {
        await revokeIntegration(call, name);
        print(`integration ${name} revoked`);
      }),
    );
}

/** Parses a comma-separated list of resources; an empty list grants nothing. */
function parseResources(text: string): readonly string[] | 'all' {
  if (text.trim() === 'all') return 'all';
  return text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}
