import { expect } from 'vitest';
import { criteria, ok, type Answer, type Souk } from '../../support/souk.ts';
import { ada, placeOrder, typeAddress } from './checkout.ts';
import { step } from '../steps.ts';
import type { Shopper } from './shopper.ts';

type Data = Answer['body'];

async function orderOf(souk: Souk, number: string): Promise<Data> {
  const { items } = ok(await souk.admin.get(`/V1/orders?${criteria([[{ field: 'increment_id', value: number }]])}`));
  return items[0];
}

/** Accepts the terms, chooses shipping and payment, and places the order. */
async function finish(shopper: Shopper): Promise<string> {
  await shopper.find('[data-testid=checkout-shipping-methods-options] label').first().click();
  await shopper.sees('checkout/updated', ({ shippingAddresses: [address] }) =>
    Boolean(address?.selectedShippingMethod),
  );
  await shopper.find('.payment-methods label').first().click();
  await shopper.sees('checkout/updated', (cart) => cart.selectedPaymentMethod?.code === 'checkmo');
  await shopper.sees('checkout/updated', (cart) => Boolean(cart.billingAddress?.city));
  await shopper.find('.terms label').first().click();
  return placeOrder(shopper);
}

/** The orders of a customer: placed, read, repeated, canceled, shipped and sent back. */
export function orders(shopper: () => Shopper, souk: () => Souk): void {
  let number = '';

  step('offers the addresses of the customer at the checkout', async () => {
    await shopper().open('/checkout');
    await shopper().reads('Pasadena');
    await shopper().sees('checkout/updated', ({ shippingAddresses: [address] }) => address?.city === 'Pasadena');
  });

  step('places the order of the customer', async () => {
    number = await finish(shopper());
    expect(await orderOf(souk(), number)).toMatchObject({ status: 'pending', customer_is_guest: 0 });
  });

  step('lists the order in the account', async () => {
    await shopper().open('/account');
    await shopper().find('.orders').getByText(number).first().waitFor();
    const history = await shopper().call('account', 'getOrderHistoryList', 10, 'viewAll', 1);
    expect(history.items.map((order: Data) => order.number)).toContain(number);
  });

  step('shows the order in detail', async () => {
    await shopper().open(`/order?orderRef=${number}`);
    await shopper().reads('Olive Copper Saucepan');
    expect(await shopper().text()).not.toContain('administrator');
  });

  step('orders the same again', async () => {
    const { success } = await shopper().call('order', 'reorderItems', number);
    expect(success).toBe(true);
    await shopper().open('/cart');
    expect(await shopper().count()).toBe((await orderOf(souk(), number)).total_qty_ordered);
  });

  step('cancels an order by the form', async () => {
    await shopper().open('/checkout');
    await shopper().sees('checkout/updated', ({ shippingAddresses: [address] }) => Boolean(address?.city));
    const again = await finish(shopper());
    await shopper().open(`/order?orderRef=${again}`);
    await shopper()
      .find('.order-status')
      .getByRole('button', { name: /cancel/i })
      .click();
    await shopper().page.getByTestId('order-cancellation-reasons-selector').selectOption({ index: 1 });
    await shopper().press(shopper().page.getByTestId('order-cancel-submit-button'));
    await expect.poll(async () => (await orderOf(souk(), again)).status).toBe('canceled');
  });

  step('shows the parcel on its way', async () => {
    const { entity_id: id } = await orderOf(souk(), number);
    const tracks = [{ track_number: '1Z999', title: 'UPS', carrier_code: 'ups' }];
    ok(await souk().admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    ok(await souk().admin.post(`/V1/order/${id}/ship`, { tracks }));
    await shopper().open(`/order?orderRef=${number}`);
    await expect.poll(() => shopper().find('.order-shipping').innerText()).toContain('1Z999');
    await shopper().reads('Complete');
  });

  step('offers to return what has come', async () => {
    const { availableActions } = await shopper().last('order/data');
    expect(availableActions).toContain('RETURN');
  });

  step(
    'asks why, by the attributes of returns',
    async () => {
      const attributes = await shopper().call('order', 'getAttributesList', 'RMA_ITEM');
      expect(attributes.map(({ code }: Data) => code)).toEqual(
        expect.arrayContaining(['resolution', 'condition', 'reason']),
      );
    },
    'ReturnItemAttributeMetadata',
  );

  step(
    'requests a return by the form',
    async () => {
      await shopper().open(`/order/return?orderRef=${number}`);
      await shopper().find('.create-return input[type=checkbox]').first().locator('..').click();
      await shopper()
        .find('.create-return')
        .getByRole('button', { name: /continue/i })
        .click();
      for (const select of await shopper().find('.create-return form select').all())
        await select.selectOption({ index: 1 });
      await shopper()
        .find('.create-return')
        .getByRole('button', { name: /submit/i })
        .click();
      await expect
        .poll(async () => (await shopper().call('order', 'getCustomerOrdersReturn', 10, 1))?.ordersReturn.length)
        .toBe(1);
    },
    'ReturnItemAttributeMetadata',
  );

  step(
    'lists the return in the account, and with its order',
    async () => {
      await shopper().open('/account');
      await expect.poll(() => shopper().find('.returns').innerText()).toMatch(/pending|saucepan/i);
      const [one] = (await shopper().call('order', 'getCustomerOrdersReturn', 10, 1)).ordersReturn;
      expect(one.orderNumber).toBe(number);
    },
    'ReturnItemAttributeMetadata',
  );
}

/** A guest who sends something back, and one who orders a service. */
export function guestReturns(shopper: () => Shopper, souk: () => Souk): void {
  let number = '';
  let token = '';

  step('lets a guest order a service without a shipping address', async () => {
    await shopper().open('/product/SHARPENING');
    await shopper().find('.add button').first().click();
    await expect.poll(() => shopper().count()).toBe(1);
    await shopper().open('/checkout');
    await shopper().find('#customer-email').fill('robin@example.com');
    await shopper().page.keyboard.press('Tab');
    await typeAddress(shopper(), 'form[name=shipping-address-form]', ada);
    await shopper().sees('checkout/updated', (cart) => cart.billingAddress?.city === ada.city);
    await shopper().find('.payment-methods label').first().click();
    await shopper().sees('checkout/updated', (cart) => cart.selectedPaymentMethod?.code === 'checkmo');
    await shopper().find('.terms label').first().click();
    expect(await orderOf(souk(), await placeOrder(shopper()))).toMatchObject({ is_virtual: 1 });
  });

  step('lets a guest order something that can be sent back', async () => {
    await shopper().open('/product/SAUCEPAN-COPPER-IVORY');
    await shopper().find('.add button').first().click();
    await expect.poll(() => shopper().count()).toBe(1);
    await shopper().open('/checkout');
    await shopper().find('#customer-email').fill('robin@example.com');
    await shopper().page.keyboard.press('Tab');
    await typeAddress(shopper(), 'form[name=shipping-address-form]', ada);
    await shopper().sees(
      'checkout/updated',
      ({ shippingAddresses: [address] }) => address?.telephone === ada.telephone,
    );
    number = await finish(shopper());
    ({ token } = await shopper().last('order/placed'));
    const { entity_id: id } = await orderOf(souk(), number);
    ok(await souk().admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    ok(await souk().admin.post(`/V1/order/${id}/ship`, {}));
  });

  step(
    'requests a return of a guest',
    async () => {
      await shopper().open(`/order?orderRef=${encodeURIComponent(token)}`);
      const { items } = await shopper().last('order/data');
      const attributes: Data[] = await shopper().call('order', 'getAttributesList', 'RMA_ITEM');
      const selectedCustomAttributes = attributes
        .filter(({ required, options }) => required && options?.length > 0)
        .map(({ code, options }) => ({ attribute_code: code, value: options.find((one: Data) => one.value).value }));
      const { uid, status } = await shopper().call('order', 'requestGuestReturn', {
        token,
        contactEmail: 'robin@example.com',
        items: [
          { orderItemUid: items[0].id, quantityToReturn: 1, selectedCustomAttributes, enteredCustomAttributes: [] },
        ],
        commentText: 'Too small',
      });
      expect([uid, status].every(Boolean)).toBe(true);
    },
    'requestGuestReturn',
  );
}
