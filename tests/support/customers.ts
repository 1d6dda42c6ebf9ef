import type { Answer } from './client.ts';
import { ok, unique, type Client, type Souk } from './souk.ts';

export const PASSWORD = 'Secret-123';

/** An address that every check accepts. */
export const address = (over: object = {}) => ({
  firstname: 'Ada',
  lastname: 'Example',
  street: ['1 Main St', 'Floor 2'],
  city: 'Los Angeles',
  country_id: 'US',
  region: { region_id: 12 },
  postcode: '90001',
  telephone: '555-0100',
  ...over,
});

/** A new customer's data; the e-mail address is one that no other test uses. */
export const person = (over: object = {}) => ({
  email: `${unique('c')}@example.com`,
  firstname: 'Ada',
  lastname: 'Example',
  ...over,
});

/** Creates an account as the administrator; gives the customer as it was answered. */
export async function newCustomer(
  souk: { readonly admin: Client },
  over: object = {},
  password = PASSWORD,
): Promise<Answer['body']> {
  return ok(await souk.admin.post('/V1/customers', { customer: person(over), password }));
}

/** Signs a customer in; gives a caller with the token. */
export async function signIn(souk: Souk, email: string, password = PASSWORD): Promise<Client> {
  return souk.guest.as(ok(await souk.guest.post('/V1/integration/customer/token', { username: email, password })));
}

/** Platform configuration by path. */
export type Settings = Readonly<Record<string, string>>;

/** Sets platform configuration for the length of `work`; what was shipped holds again after it. */
export async function configured(souk: Souk, settings: Settings, work: () => Promise<void>): Promise<void> {
  await souk.configure(settings);
  try {
    await work();
  } finally {
    await souk.configure(Object.fromEntries(Object.keys(settings).map((path) => [path, null])));
  }
}
