import { expect } from 'vitest';
import { step } from '../steps.ts';
import type { Shopper } from './shopper.ts';

const item = (shopper: Shopper, sku: string) =>
  shopper.find('[data-testid^=cart-list-item-entry]').filter({ has: shopper.page.getByText(sku, { exact: true }) });

const totalOf = async (shopper: Shopper): Promise<number> => (await shopper.last('cart/data')).total.includingTax.value;

const totals = (shopper: Shopper, test: (total: number) => boolean) =>
  expect.poll(async () => test(await totalOf(shopper))).toBe(true);

/** Opens a part of the summary, and enters a code there. */
async function enterCode(shopper: Shopper, part: string, code: string): Promise<void> {
  const section = shopper.find('[data-testid=cart-coupons]').filter({ hasText: part });
  if (!(await section.locator('input').isVisible()))
    await section.getByRole('button', { name: `Open ${part}` }).click();
  await section.locator('input').fill(code);
  await section.getByRole('button', { name: /apply/i }).click();
}

const removeCode = (shopper: Shopper, code: string) =>
  shopper
    .find('[data-testid=cart-coupons]')
    .getByRole('button', { name: new RegExp(code) })
    .click();

/** The cart of a visitor who has put things into it. */
export function cart(shopper: () => Shopper): void {
  step('shows the cart in the header', async () => {
    await shopper().open('/search?q=');
    await shopper().page.click('#open-cart');
    const drawer = shopper().page.locator('#mini-cart');
    await drawer.getByText('Gift Box').waitFor();
    expect(await drawer.innerText()).toContain('Subtotal');
  });

  step('shows every item on the page of the cart, also after a reload', async () => {
    await shopper().open('/cart');
    const { items, subtotal } = await shopper().last('cart/data');
    expect(await shopper().find('[data-testid^=cart-list-item-entry]').count()).toBe(items.length);
    expect(items.length).toBeGreaterThan(9);
    const rows = items.map(({ rowTotal }: { readonly rowTotal: { readonly value: number } }) => rowTotal.value);
    expect(subtotal.excludingTax.value).toBeCloseTo(
      rows.reduce((sum: number, row: number) => sum + row, 0),
      2,
    );
  });

  step('changes a quantity', async () => {
    const before = await shopper().count();
    await item(shopper(), 'SAUCEPAN-COPPER-SAFFRON').getByLabel('Increase Quantity').click();
    await expect.poll(() => shopper().count()).toBe(before + 1);
  });

  step('says when there are not so many in stock, and leaves the cart as it is', async () => {
    const before = await totalOf(shopper());
    const { items } = await shopper().last('cart/data');
    const { uid } = items.find(({ sku }: { readonly sku: string }) => sku === 'SAUCEPAN-COPPER-SAFFRON');
    const change = shopper().call('cart', 'updateProductsFromCart', [{ uid, quantity: 9999 }]);
    await expect(change).rejects.toThrow(/qty|quantity|available/i);
    await shopper().call('cart', 'refreshCart');
    expect(await totalOf(shopper())).toBe(before);
  });

  step('removes an item, and takes that back', async () => {
    await shopper().open('/cart');
    const before = await shopper().count();
    await item(shopper(), 'SHARPENING').getByTestId('cart-item-remove-button').click();
    await expect.poll(() => shopper().count()).toBe(before - 1);
    await shopper().page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect.poll(() => shopper().count()).toBe(before);
  });

  step('takes no coupon that does not exist', async () => {
    const before = await totalOf(shopper());
    await enterCode(shopper(), 'Discount code', 'NO-SUCH-CODE');
    await shopper().reads(/coupon code/i);
    expect(await totalOf(shopper())).toBe(before);
  });

  step('takes a coupon, with its discount', async () => {
    const before = await totalOf(shopper());
    await enterCode(shopper(), 'Discount code', 'WELCOME10');
    await shopper().sees('cart/data', ({ appliedCoupons }) => appliedCoupons?.[0]?.code === 'WELCOME10');
    await totals(shopper(), (total) => total < before);
    await shopper().reads('Ten percent for newcomers');
    await shopper().draw('drop-ins-cart');
  });

  step('takes the coupon away again', async () => {
    const before = await totalOf(shopper());
    await removeCode(shopper(), 'WELCOME10');
    await totals(shopper(), (total) => total > before);
  });

  step('pays with a gift card', async () => {
    await enterCode(shopper(), 'Gift Card', 'DEMO-GIFT-CARD');
    await shopper().sees('cart/data', ({ appliedGiftCards }) => appliedGiftCards?.[0]?.appliedBalance.value > 0);
  });

  step('takes no gift card that does not exist', async () => {
    await expect(shopper().call('cart', 'applyGiftCardToCart', 'NO-SUCH-CARD')).rejects.toThrow(/gift card/i);
  });

  step('takes the gift card away again', async () => {
    await removeCode(shopper(), 'DEMO-GIFT-CARD');
    await shopper().sees('cart/data', ({ appliedGiftCards }) => appliedGiftCards.length === 0);
  });

  step('estimates the shipping to a place', async () => {
    const form = shopper().find('[data-testid=estimate-shipping]');
    await form.getByTestId('estimate-shipping-country-selector').selectOption('US');
    await form.getByTestId('estimate-shipping-zip-input').fill('90001');
    await form.getByTestId('estimate-shipping-apply-button').click();
    await shopper().sees('shipping/estimate', ({ shippingMethod }) => shippingMethod?.carrierCode === 'flatrate');
    await expect.poll(() => form.innerText()).toMatch(/90001\s+(Free|\$\d+\.\d\d)/);
  });

  step('estimates the total with that shipping', async () => {
    const estimate = await shopper().call('cart', 'getEstimatedTotals', {
      countryCode: 'US',
      postcode: '90001',
      region: { id: 12 },
      shipping_method: { carrier_code: 'flatrate', method_code: 'flatrate' },
    });
    expect(estimate.total.includingTax.value).toBeGreaterThanOrEqual(await totalOf(shopper()));
  });

  step('wraps the order as a gift, with a message and a receipt without prices', async () => {
    await shopper().find('.gift-options label').filter({ hasText: 'Use gift receipt' }).click();
    const before = await shopper().sees('cart/data', ({ giftReceiptIncluded }) => giftReceiptIncluded);
    await shopper().call('cart', 'setGiftOptionsOnCart', {
      recipientName: 'Grace',
      senderName: 'Ada',
      message: 'Enjoy it',
      giftReceiptIncluded: true,
      printedCardIncluded: true,
      giftWrappingId: before.cartGiftWrapping[0].uid,
      isGiftWrappingSelected: true,
    });
    const { giftMessage, cartGiftWrapping } = await shopper().last('cart/data');
    expect(giftMessage).toMatchObject({ senderName: 'Ada', recipientName: 'Grace', message: 'Enjoy it' });
    expect(cartGiftWrapping.some(({ selected }: { readonly selected: boolean }) => selected)).toBe(true);
  });

  step('recommends products for the cart', async () => {
    const { items } = await shopper().last('cart/data');
    const cartSkus = items.map(({ topLevelSku }: { readonly topLevelSku: string }) => topLevelSku);
    await shopper().open('/product/SAUCEPAN-COPPER-SAFFRON');
    const units = await shopper().call('recommendations', 'getRecommendationsByUnitIds', {
      unitIds: ['bought-together', 'most-ordered'],
      currentSku: 'SAUCEPAN-COPPER-SAFFRON',
      cartSkus,
    });
    expect(units.length).toBeGreaterThan(0);
  });
}
