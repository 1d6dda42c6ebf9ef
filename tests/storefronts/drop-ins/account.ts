import { expect } from 'vitest';
import { mailTo } from '../../support/mails.ts';
import { criteria, ok, type Souk } from '../../support/souk.ts';
import { ada, typeAddress } from './checkout.ts';
import { step } from '../steps.ts';
import type { Shopper } from './shopper.ts';

/** The customer of the journey; what changes is changed here too. */
export interface Account {
  email: string;
  password: string;
}

/** Fills in the form of the page by the names of its fields, and sends it. */
async function send(shopper: Shopper, entries: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(entries)) await shopper.find(`form [name=${name}]`).fill(text);
  await shopper.press(shopper.find('form [type=submit]').first());
}

/** Opens the page of the account, and signs in there. */
export async function signIn(shopper: Shopper, { email, password }: Account): Promise<void> {
  await shopper.open('/account');
  await send(shopper, { email, password });
  await shopper.sees('authenticated', (isAuthenticated) => isAuthenticated);
  await shopper.open('/account');
  await shopper.reads('Account settings');
}

async function signOut(shopper: Shopper): Promise<void> {
  await shopper.call('auth', 'revokeCustomerToken');
  await shopper.open('/account');
  await shopper.reads('Sign in');
}

/** An account from its creation to a new password. */
export function account(shopper: () => Shopper, souk: () => Souk, customer: Account): void {
  step('creates an account by the form, which signs in', async () => {
    await shopper().open('/account/create');
    await send(shopper(), { firstName: 'Grace', lastName: 'Example', ...customer });
    await shopper().sees('authenticated', (isAuthenticated) => isAuthenticated);
    const { items } = ok(
      await souk().admin.get(`/V1/customers/search?${criteria([[{ field: 'email', value: customer.email }]])}`),
    );
    expect(items[0].firstname).toBe('Grace');
  });

  step('shows the account', async () => {
    await shopper().open('/account');
    for (const part of ['Grace', customer.email, 'No saved addresses', 'No orders', 'No returns']) {
      await shopper().reads(part);
    }
  });

  step('signs out', async () => {
    await signOut(shopper());
    await expect(shopper().call('account', 'getCustomer')).rejects.toThrow(/authorized/);
  });

  step('does not sign in with a wrong password', async () => {
    await send(shopper(), { email: customer.email, password: 'Wrong-1234' });
    await shopper().reads(/sign-in was incorrect/);
  });

  step('signs in, and keeps the things that the visitor had put into the cart', async () => {
    await shopper().call('cart', 'addProductsToCart', [{ sku: 'SAUCEPAN-COPPER-OLIVE', quantity: 1 }]);
    await signIn(shopper(), customer);
    await expect.poll(() => shopper().count()).toBe(1);
  });

  step('changes the name', async () => {
    await shopper().call('account', 'updateCustomer', { firstName: 'Ada', lastName: 'Example' });
    expect((await shopper().call('account', 'getCustomer')).firstName).toBe('Ada');
  });

  step('changes the email address, which takes the password', async () => {
    const email = customer.email.replace('@', '.new@');
    const change = (password: string) => shopper().call('account', 'updateCustomerEmail', { email, password });
    await expect(change('Wrong-1234')).rejects.toThrow(/password/i);
    await change(customer.password);
    customer.email = email;
    expect((await shopper().call('account', 'getCustomer')).email).toBe(email);
  });

  step('changes the password', async () => {
    const newPassword = 'Better-123';
    await shopper().call('account', 'updateCustomerPassword', { currentPassword: customer.password, newPassword });
    customer.password = newPassword;
    await shopper().page.context().clearCookies();
    await signIn(shopper(), customer);
  });

  step('saves an address by the form', async () => {
    await shopper().find('[data-testid=showRouteFullAddress]').click();
    await typeAddress(shopper(), '.addresses form', ada);
    await shopper().press(shopper().find('.addresses').getByRole('button', { name: /save/i }));
    await expect.poll(async () => (await shopper().call('account', 'getCustomerAddress')).length).toBe(1);
    await shopper().reads('1 Main St');
  });

  step('changes the address', async () => {
    const [{ id }] = await shopper().call('account', 'getCustomerAddress');
    const { street, ...others } = ada;
    const region = { region: 'California', region_code: 'CA', region_id: 12 };
    const change = { ...others, region, street: [street], city: 'Pasadena', countryCode: 'US', addressId: Number(id) };
    await shopper().call('account', 'updateCustomerAddress', {
      ...change,
      defaultShipping: true,
      defaultBilling: true,
    });
    const [changed] = await shopper().call('account', 'getCustomerAddress');
    expect([changed.city, changed.region.regionCode, changed.defaultShipping]).toEqual(['Pasadena', 'CA', true]);
  });

  step('removes an address', async () => {
    const region = { region: 'California', region_code: 'CA', region_id: 12 };
    const { street, ...others } = ada;
    await shopper().call('account', 'createCustomerAddress', {
      ...others,
      region,
      street: [street],
      countryCode: 'US',
    });
    const addresses = await shopper().call('account', 'getCustomerAddress');
    expect(addresses).toHaveLength(2);
    expect(await shopper().call('account', 'removeCustomerAddress', Number(addresses[1].id))).toBe(true);
    expect(await shopper().call('account', 'getCustomerAddress')).toHaveLength(1);
  });

  step('has no stored cards', async () => {
    expect(await shopper().call('account', 'getCustomerPaymentTokens')).toEqual([]);
  });

  step(
    'shows what the staff did for the customer: nothing',
    async () => {
      const actions = await shopper().call('account', 'getAdminAssistanceActions', 10, 1);
      expect(actions?.items ?? []).toEqual([]);
    },
    'admin_assistance_actions',
  );

  step('knows the group, the segments and the cart rules of the customer', async () => {
    const { id } = await shopper().sees('cart/data', (cart) => Boolean(cart?.id));
    await shopper().call('personalization', 'fetchPersonalizationData', id);
    const { segments, groups, cartRules } = await shopper().call('personalization', 'getPersonalizationData');
    expect([segments, groups, cartRules].every(Array.isArray)).toBe(true);
  });
}

/** Somebody who has forgotten the password. */
export function forgottenPassword(shopper: () => Shopper, souk: () => Souk, customer: Account): void {
  step('mails a link for a new password', async () => {
    await signOut(shopper());
    await shopper().open('/account/forgotten');
    await send(shopper(), { email: customer.email });
    await shopper().reads(/email/i);
    await mailTo(souk(), customer.email, ({ text }) => text.includes('token='));
  });

  step('takes a new password by that link', async () => {
    const { text } = await mailTo(souk(), customer.email, (mail) => mail.text.includes('token='));
    const link = new URL(/https?:\S+token=\S+/.exec(text)?.[0] ?? '');
    const token = link.searchParams.get('token');
    customer.password = 'Newest-123';
    const { success } = await shopper().call('auth', 'resetPassword', customer.email, token, customer.password);
    expect(success).toBe(true);
    await signIn(shopper(), customer);
  });
}
