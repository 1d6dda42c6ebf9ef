import { signInPath } from '../../faces/console-server/commands.ts';
import { hasDemo } from '../../faces/demo/seed.ts';
import { demoCustomer } from '../../faces/demo/customers.ts';
import type { Settings } from '../../kernel/platform.ts';
import type { Souk } from '../souk.ts';
import { greetMarketplace } from './marketplace.ts';

/** Facts for the greeting of a server, besides its addresses. */
interface Greeting {
  /** The password that was generated for the first admin user; undefined: it was configured, or printed at an earlier start. */
  readonly password: string | undefined;
  /** Path of the console, with a one-time sign-in link where a person reads the output; undefined: the console is off. */
  readonly consolePath: string | undefined;
  readonly hasDemo: boolean;
}

/**
 * Prepares the greeting while the database is open. The sign-in link is for people at a terminal, and for a first start, which
 * prints a password anyway; the output of a service goes into logs.
 */
export async function prepareGreeting(souk: Souk, password: string | undefined): Promise<Greeting> {
  const { console: hasConsole } = souk.platform.settings;
  const isRead = process.stdout.isTTY || password !== undefined;
  const link = isRead && hasConsole ? await signInPath(souk.systemCall()) : undefined;
  return {
    password,
    consolePath: hasConsole ? (link ?? '/console') : undefined,
    hasDemo: await hasDemo(souk.platform),
  };
}

/** Prints the addresses of a server, who can sign in, and a first call. A configured password is not repeated. */
export function printGreeting(address: string, settings: Settings, greeting: Greeting): void {
  const base = settings.baseUrl ?? address;
  console.log(`Souk serves ${address}/rest/V1 (${settings.edition} edition, release ${settings.release})`);
  if (greeting.consolePath !== undefined) {
    const isLink = greeting.consolePath.includes('#');
    const note = isLink ? ' (signs you in, once, within ten minutes)' : ' (souk console prints a sign-in link)';
    console.log(`Console:    ${base}${greeting.consolePath}${note}`);
  }
  console.log(`GraphQL:    ${address}/graphql`);
  console.log(`Reference:  ${address}/swagger`);
  console.log(`Start page: ${address}/`);
  greetMarketplace(settings);
  if (greeting.password === undefined) console.log(`Admin user: ${settings.adminUser}`);
  if (greeting.hasDemo) console.log(`Demo customer: ${demoCustomer.email}, password: ${demoCustomer.password}`);
  console.log(`Try:\n  ${firstCall(address, settings, greeting)}`);
}

/** A command of the shell that signs in and lists the websites. */
function firstCall(address: string, { adminUser, adminPassword }: Settings, { password }: Greeting): string {
  const known = adminPassword === undefined ? '<password>' : `'"$SOUK_ADMIN_PASSWORD"'`;
  const user = JSON.stringify(adminUser).replaceAll("'", "'\\''");
  const body = `{"username":${user},"password":"${password ?? known}"}`;
  const token = `$(curl -s ${address}/rest/V1/integration/admin/token -H 'Content-Type: application/json' -d '${body}' | tr -d '"')`;
  return `curl -s ${address}/rest/V1/store/websites -H "Authorization: Bearer ${token}"`;
}
