import { expect } from 'vitest';
import { mailTo } from '../../support/mails.ts';
import { criteria, ok, type Souk } from '../../support/souk.ts';
import { ada, placeOrder, typeAddress } from './checkout.ts';
import { step } from '../steps.ts';
import type { Shopper } from './shopper.ts';

const email = 'ada@example.com';

/** The checkout of somebody without an account, and what becomes of the order. */
export function guest(shopper: () => Shopper, souk: () => Souk): void {
  let number = '';
  let token = '';

  step('asks a visitor for an email address, a shipping address and a payment', async () => {
    await shopper().open('/checkout');
    await shopper().reads('Contact details');
    await shopper().find('form[name=shipping-address-form] [name=firstName]').waitFor();
    await shopper().reads('Check / Money order');
  });

  step('takes no order without them', async () => {
    await shopper().find('[data-testid=place-order-button]').click();
    await shopper().reads('Enter an email address.');
    expect(await shopper().last('order/placed')).toBeUndefined();
  });

  step('knows whether an email address has an account', async () => {
    expect(await shopper().call('checkout', 'isEmailAvailable', 'amira.haddad@example.com')).toBe(false);
    await shopper().find('#customer-email').fill(email);
    await shopper().page.keyboard.press('Tab');
    await shopper().sees('checkout/updated', (cart) => cart.email === email);
  });

  step('takes the address, and offers how to ship there', async () => {
    await typeAddress(shopper(), 'form[name=shipping-address-form]', ada);
    const shipsTo = ({ shippingAddresses: [address] }: Checkout): boolean =>
      address?.city === 'Los Angeles' && address.telephone === ada.telephone;
    await shopper().sees('checkout/updated', shipsTo);
    await shopper().find('[data-testid=checkout-shipping-methods-options]').getByText('Flat Rate').waitFor();
  });

  step('ships as the buyer chooses, and adds that to the total', async () => {
    await shopper().find('[data-testid=checkout-shipping-methods-options] label').first().click();
    await shopper().sees('checkout/updated', ({ shippingAddresses: [address] }: Checkout) =>
      Boolean(address?.selectedShippingMethod),
    );
    await expect.poll(() => shopper().find('.summary').innerText()).toMatch(/Shipping/);
  });

  step('bills to the same address, and takes a payment method', async () => {
    await shopper().find('.payment-methods label').first().click();
    await shopper().sees('checkout/updated', (cart) => cart.selectedPaymentMethod?.code === 'checkmo');
    await shopper().sees('checkout/updated', (cart) => cart.billingAddress?.city === 'Los Angeles');
    await shopper().draw('drop-ins-checkout');
  });

  step('takes no order before the terms are accepted', async () => {
    await shopper().find('[data-testid=place-order-button]').click();
    await expect.poll(() => shopper().find('.terms').innerText()).toContain('Please accept');
    expect(await shopper().last('order/placed')).toBeUndefined();
  });

  step('places the order', async () => {
    await shopper().find('.terms label').first().click();
    number = await placeOrder(shopper());
    ({ token } = await shopper().last('order/placed'));
    const { items } = ok(
      await souk().admin.get(`/V1/orders?${criteria([[{ field: 'increment_id', value: number }]])}`),
    );
    expect(items[0]).toMatchObject({ customer_email: email, status: 'pending' });
  });

  step('shows the order to its buyer: items, address, payment, totals', async () => {
    for (const part of ['1 Main St', 'Check / Money order']) await shopper().reads(part);
    const { items } = await shopper().last('order/placed');
    const products = items.map(({ productName }: { readonly productName: string }) => productName);
    expect(products).toEqual(expect.arrayContaining(['Leather Tote', 'Gift Card', 'Recipe Book']));
    const { grandTotal } = await shopper().last('order/placed');
    await expect.poll(() => shopper().find('.order-costs').innerText()).toContain(grandTotal.value.toFixed(2));
  });

  step('mails the order', async () => {
    expect((await mailTo(souk(), email, ({ subject }) => subject.includes(number))).text).toContain('Leather Tote');
  });

  step('starts an empty cart', async () => {
    await shopper().open('/cart');
    expect(await shopper().count()).toBe(0);
  });

  step(
    'finds the order by number, email address and last name',
    async () => {
      await shopper().open('/order');
      await shopper().reads('View Order');
      const found = await shopper().call('order', 'getGuestOrder', { number, email, lastname: ada.lastName });
      expect(found.number).toBe(number);
    },
    'GuestOrderInformationInput',
  );

  step(
    'does not show it to those who know the number alone',
    async () => {
      const form = { number, email: 'eve@example.com', lastname: ada.lastName };
      expect(await shopper().call('order', 'getGuestOrder', form)).toBeNull();
    },
    'GuestOrderInformationInput',
  );

  step('opens the order by the link of the mail', async () => {
    await shopper().open(`/order?orderRef=${encodeURIComponent(token)}`);
    await shopper().reads('Leather Tote');
  });

  step('asks to cancel the order, and confirms that by mail', async () => {
    await shopper()
      .find('.order-status')
      .getByRole('button', { name: /cancel/i })
      .click();
    await shopper().page.getByTestId('order-cancellation-reasons-selector').selectOption({ index: 1 });
    await shopper().press(shopper().page.getByTestId('order-cancel-submit-button'));
    const { text } = await mailTo(souk(), email, (mail) => mail.text.includes('confirmation_key='));
    const link = new URL(/https?:\S+confirmation_key=\S+/.exec(text)?.[0] ?? '');
    const [id, key] = ['order_id', 'confirmation_key'].map((name) => link.searchParams.get(name));
    const canceled = await shopper().call('order', 'confirmCancelOrder', id, key);
    expect(canceled.status).toMatch(/canceled/i);
  });
}

interface Checkout {
  readonly shippingAddresses: readonly {
    readonly city?: string;
    readonly telephone?: string;
    readonly selectedShippingMethod?: object;
  }[];
}
