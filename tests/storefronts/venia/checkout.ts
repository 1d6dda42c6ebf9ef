import { expect } from 'vitest';
import { criteria, ok, type Souk } from '../../support/souk.ts';
import { mailTo } from '../../support/mails.ts';
import { step } from '../steps.ts';
import { units } from './products.ts';
import type { Shopper } from './shopper.ts';

const email = 'ada@example.com';

/** An address by the names of the fields of the checkout. */
export const address = {
  firstname: 'Ada',
  lastname: 'Example',
  country: 'US',
  'street[0]': '1 Main St',
  city: 'Los Angeles',
  'region[region_id]': '12',
  postcode: '90001',
  telephone: '5550100',
};

/** Reviews and places the order of the checkout; its number. */
export async function placeOrder(shopper: Shopper): Promise<string> {
  await shopper.press(shopper.find('CheckoutPage-reviewOrderButton'));
  await shopper.find('ItemsReview-container').waitFor();
  await shopper.press(shopper.find('CheckoutPage-placeOrderButton'));
  const number = shopper.find('OrderConfirmationPage-orderNumber');
  await number.waitFor({ timeout: 20_000 });
  return /\d{9}/.exec(await number.innerText())?.[0] ?? '';
}

/** The checkout of a guest. */
export function checkout(shopper: () => Shopper, souk: () => Souk): void {
  let number: string;

  step('asks for the address', async () => {
    await shopper().open('/cart');
    await shopper().find('PriceSummary-checkoutButton').click();
    await shopper().page.waitForURL('**/checkout');
    await shopper().reads('Guest Checkout');
    await shopper().find('GuestForm-root').getByRole('button').last().click();
    await shopper().reads('Is required');
  });

  step('takes the address, and keeps the method of shipping that the cart has', async () => {
    const form = shopper().find('GuestForm-root');
    await shopper().fill(form, { email, ...address });
    await shopper().press(form.getByRole('button').last());
    await shopper().find('ShippingInformation-root').getByText('Los Angeles').waitFor();
    await shopper().find('ShippingMethod-done').getByText('Fixed').waitFor();
  });

  step('shows the methods of shipping with their prices, and takes one', async () => {
    await shopper().find('CompletedView-editButton').click();
    const dialog = shopper().find('Dialog-root').filter({ hasText: 'Edit Shipping Method' });
    await dialog.getByText('Fixed').click();
    expect(await dialog.innerText()).toMatch(/\$\d+\.\d\d|FREE/i);
    await shopper().press(dialog.locator('[data-cy="Dialog-confirmButton"]'));
    await dialog.waitFor({ state: 'hidden' });
    await shopper().find('ShippingMethod-done').getByText('Fixed').waitFor();
  });

  step('takes the payment by check', async () => {
    await shopper().find('PaymentInformation-root').getByLabel('Check / Money order').check();
    await shopper().reads('Make Check payable to');
    await shopper().settles();
    await shopper().draw('venia-checkout');
  });

  step('places the order', async () => {
    number = await placeOrder(shopper());
    const { items } = ok(
      await souk().admin.get(`/V1/orders?${criteria([[{ field: 'increment_id', value: number }]])}`),
    );
    expect(items[0]).toMatchObject({ customer_email: email, status: 'pending', customer_is_guest: 1 });
    expect(items[0].payment.method).toBe('checkmo');
    await shopper().draw('venia-order');
  });

  step('emails the order', async () => {
    const { text } = await mailTo(souk(), email, ({ subject }) => subject.includes(number));
    expect(text).toContain('Saffron Copper Saucepan');
  });

  step('creates an account after the order', async () => {
    const password = shopper().page.locator('input[name=password]').first();
    await password.fill('Secret-123');
    await shopper().press(shopper().find('OrderConfirmationPage-CreateAccount-createAccountButton'));
    await shopper().page.waitForURL('**/account-information');
    await shopper().reads('Ada Example');
    await shopper().reads(email);
    expect(await units(shopper())).toBe(0);
  });
}
