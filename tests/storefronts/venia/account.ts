import { expect } from 'vitest';
import { mailTo } from '../../support/mails.ts';
import { criteria, ok, type Souk } from '../../support/souk.ts';
import { address, placeOrder } from './checkout.ts';
import { addToCart, units } from './products.ts';
import { step } from '../steps.ts';
import type { Shopper } from './shopper.ts';

/** The customer of the journey. */
export interface Account {
  readonly email: string;
  password: string;
}

const menu = async (shopper: Shopper, entry: string): Promise<void> => {
  await shopper.find('AccountTrigger-trigger').click();
  await shopper.find('AccountMenu-root').getByText(entry, { exact: true }).click();
};

async function signOut(shopper: Shopper): Promise<void> {
  await shopper.open('/');
  await menu(shopper, 'Sign Out');
  await shopper
    .find('AccountChip-text')
    .or(shopper.find('AccountTrigger-trigger'))
    .getByText('Sign In')
    .first()
    .waitFor();
  await shopper.settles();
}

async function signIn(shopper: Shopper, { email, password }: Account): Promise<void> {
  await shopper.open('/sign-in');
  const form = shopper.page.locator('main').locator('[data-cy="SignIn-root"]');
  await shopper.fill(form, { email, password });
  await shopper.press(form.locator('[data-cy="SignInButton-root_highPriority"]'));
}

/** An account from its creation to a new password. */
export function account(shopper: () => Shopper, souk: () => Souk, customer: Account): void {
  step('signs out', async () => {
    await signOut(shopper());
    await shopper().open('/account-information');
    await shopper().page.waitForURL('**/sign-in*');
  });

  step('creates an account by the form', async () => {
    await shopper().open('/create-account');
    const form = shopper().page.locator('main').locator('[data-cy="CreateAccount-form"]');
    await shopper().fill(form, {
      'customer.firstname': 'Grace',
      'customer.lastname': 'Example',
      'customer.email': customer.email,
      password: customer.password,
    });
    await shopper().press(form.locator('[data-cy="CreateAccount-submitButton"]'));
    await expect.poll(() => shopper().find('AccountTrigger-trigger').innerText()).toContain('Grace');
    await signOut(shopper());
  });

  step('does not sign in with a wrong password', async () => {
    await signIn(shopper(), { ...customer, password: 'Wrong-1234' });
    await shopper().reads(/sign-in was incorrect/);
  });

  step('merges the cart of a guest at the sign-in', async () => {
    await shopper().open('/saffron-copper-saucepan.html');
    await addToCart(shopper());
    await signIn(shopper(), customer);
    await expect.poll(() => shopper().find('AccountTrigger-trigger').innerText()).toContain('Grace');
    await expect.poll(() => units(shopper())).toBe(1);
  });

  step('changes name and password', async () => {
    await shopper().open('/account-information');
    await shopper().find('AccountInformationPage-editInformationButton').click();
    const dialog = shopper().find('Dialog-root').filter({ hasText: 'Edit Account Information' });
    await dialog.getByText('Change Password').click();
    await shopper().fill(dialog, { firstname: 'Gracia', password: customer.password, newPassword: 'Newer-1234' });
    await shopper().press(dialog.locator('[data-cy="Dialog-confirmButton"]'));
    customer.password = 'Newer-1234';
    await shopper().reads('Gracia Example');
  });

  step('subscribes to the newsletter in the account', async () => {
    await shopper().open('/communications');
    await shopper().page.locator('main input[name=isSubscribed]').check();
    await shopper().press(shopper().page.locator('main button[type=submit]').first());
    await shopper().reads(/preferences have been updated/i);
    const filter = criteria([[{ field: 'email', value: customer.email }]]);
    const { items } = ok(await souk().admin.get(`/V1/customers/search?${filter}`));
    expect(items[0].extension_attributes.is_subscribed).toBe(true);
  });

  step('adds an address to the address book', async () => {
    await shopper().open('/address-book');
    await addAddress(shopper(), {});
    await expect.poll(() => shopper().find('addressCard-root').innerText()).toContain('1 Main St');
  });

  step('changes it', async () => {
    await shopper().find('addressCard-editButton').click();
    const dialog = shopper().find('AddEditDialog-root');
    await shopper().fill(dialog, { city: 'Pasadena' });
    await shopper().press(confirm(shopper()));
    await expect.poll(() => shopper().find('addressCard-root').innerText()).toContain('Pasadena');
  });

  step('adds another one, and removes it', async () => {
    await addAddress(shopper(), { 'street[0]': '2 Side St', default_shipping: '' });
    await expect.poll(() => shopper().find('addressCard-root').count()).toBe(2);
    const other = shopper().find('addressCard-root').filter({ hasText: '2 Side St' });
    await other.locator('[data-cy="addressCard-deleteButton"]').click();
    await shopper().press(other.locator('[data-cy="addressCard-confirmDeleteButton"]'));
    await expect.poll(() => shopper().find('addressCard-root').count()).toBe(1);
  });

  step('has no saved payments', async () => {
    await shopper().open('/saved-payments');
    await shopper().reads(/no saved payments|You have no saved/i);
  });

  step('orders with the address of the account', async () => {
    await shopper().open('/checkout');
    await shopper().reads('Review and Place Order');
    await shopper().reads('Pasadena');
    await shopper().find('PaymentInformation-root').getByLabel('Check / Money order').check();
    const number = await placeOrder(shopper());
    expect(number).toMatch(/^\d{9}$/);
  });

  step('shows the order in the history, with its details', async () => {
    await shopper().open('/order-history');
    const table = shopper().find('OrderHistoryPage-orderHistoryTable');
    await table.getByRole('button').last().click();
    await shopper().find('OrderDetails-Items-root').waitFor();
    for (const text of ['Saffron Copper Saucepan', 'Pasadena', 'Check / Money order']) await shopper().reads(text);
    await shopper().draw('venia-orders');
  });

  step('resets a forgotten password by the link of the email', async () => {
    await signOut(shopper());
    await shopper().open('/forgot-password');
    const form = shopper().page.locator('main').locator('[data-cy="forgotPasswordForm-root"]');
    await shopper().fill(form, { email: customer.email });
    await shopper().press(form.locator('[data-cy="forgotPasswordForm-submitButton"]'));
    const { text } = await mailTo(souk(), customer.email, (mail) => mail.text.includes('token='));
    const link = new URL(/https?:\S+token=\S+/.exec(text)?.[0] ?? '');
    await shopper().open(`/customer/account/createPassword${link.search}`);
    customer.password = 'Newest-1234';
    const page = shopper().page.locator('main form').first();
    await shopper().fill(page, { email: customer.email, newPassword: customer.password });
    await shopper().press(page.locator('button[type=submit]'));
    await shopper().reads(/new password has been saved/i);
    await signIn(shopper(), customer);
    await expect.poll(() => shopper().find('AccountTrigger-trigger').innerText()).toContain('Gracia');
  });
}

const confirm = (shopper: Shopper) =>
  shopper
    .find('Dialog-root')
    .filter({ has: shopper.find('AddEditDialog-root') })
    .locator('[data-cy="Dialog-confirmButton"]');

async function addAddress(shopper: Shopper, changes: Readonly<Record<string, string>>): Promise<void> {
  await shopper.find('AddressBookPage-addButton').click();
  const { country, ...fields } = address;
  const { default_shipping: isOther, ...others } = changes;
  await shopper.fill(shopper.find('AddEditDialog-root'), { country_code: country, ...fields, ...others });
  if (isOther === undefined) await shopper.find('default_shipping').check();
  await shopper.press(confirm(shopper));
}
