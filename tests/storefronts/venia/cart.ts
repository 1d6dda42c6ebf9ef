import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { step } from '../steps.ts';
import { units } from './products.ts';
import type { Shopper } from './shopper.ts';

const item = (shopper: Shopper, name: string) => shopper.find('Product-root').filter({ hasText: name });

const amount = (text: string): number => Number(text.replace(/[^\d.]/g, ''));

/** The total that the summary shows. */
const total = async (shopper: Shopper): Promise<number> =>
  amount(await shopper.find('PriceSummary-totalValue').first().innerText());

/** Waits until the total satisfies `test`. */
const totals = (shopper: Shopper, test: (value: number) => boolean) =>
  expect.poll(async () => test(await total(shopper)), { timeout: 10_000 }).toBe(true);

type Part = 'shippingMethod' | 'couponCode' | 'giftCard' | 'giftOptions';

/** Opens a part of the adjustments, if it is closed. */
async function opened(shopper: Shopper, part: Part): Promise<Locator> {
  const section = shopper.find(`PriceAdjustments-${part}Section`);
  const heading = section.locator('[data-cy="Section-titleContainer"]');
  if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
  await shopper.settles();
  return section;
}

/** The page of the cart. */
export function cart(shopper: () => Shopper): void {
  step('shows every item on the page of the cart, also after a reload', async () => {
    await shopper().open('/cart');
    await shopper().find('Product-root').first().waitFor();
    expect(await shopper().find('Product-root').count()).toBeGreaterThan(3);
    const text = await shopper().find('ProductListing-root').innerText();
    for (const name of ['Saffron Copper Saucepan', 'Leather Tote', 'Linen Apron', 'Colour', 'Indigo']) {
      expect(text).toContain(name);
    }
    expect(await total(shopper())).toBeGreaterThan(100);
  });

  step('changes a quantity', async () => {
    const [before, count] = [await total(shopper()), await units(shopper())];
    await item(shopper(), 'Saffron Copper Saucepan').locator('[data-cy="Quantity-incrementButton"]').click();
    await totals(shopper(), (value) => value > before);
    await expect.poll(() => units(shopper())).toBe(count + 1);
  });

  step('says that there are not so many in stock', async () => {
    const quantity = item(shopper(), 'Saffron Copper Saucepan').locator('[data-cy="QuantityStepper-input"]');
    await quantity.fill('9999');
    await quantity.blur();
    await item(shopper(), 'Saffron Copper Saucepan')
      .getByText(/qty|quantity|available/i)
      .first()
      .waitFor();
    await shopper().open('/cart');
    expect(await quantity.inputValue()).toBe('3');
  });

  step('changes the option of an item', async () => {
    await item(shopper(), 'Leather Tote').locator('[data-cy="Kebab-button"]').click();
    await item(shopper(), 'Leather Tote').getByText('Edit item').click();
    const dialog = shopper().find('Dialog-root').filter({ hasText: 'Edit Item' });
    await dialog.getByTitle('Terracotta', { exact: true }).click();
    await shopper().press(dialog.locator('[data-cy="Dialog-confirmButton"]'));
    await expect.poll(() => item(shopper(), 'Leather Tote').innerText()).toContain('Terracotta');
  });

  step('removes an item', async () => {
    const count = await shopper().find('Product-root').count();
    await item(shopper(), 'Olive Copper Saucepan').locator('[data-cy="Kebab-button"]').click();
    await item(shopper(), 'Olive Copper Saucepan').getByText('Remove from cart').click();
    await expect.poll(() => shopper().find('Product-root').count()).toBe(count - 1);
  });

  step('takes no coupon that does not exist', async () => {
    const coupon = await opened(shopper(), 'couponCode');
    await coupon.locator('input').fill('NO-SUCH-CODE');
    await coupon.locator('[data-cy="CouponCode-submit"]').click();
    await coupon.getByText(/coupon code isn't valid/i).waitFor();
  });

  step('takes a coupon, with its discount', async () => {
    const before = await total(shopper());
    const coupon = await opened(shopper(), 'couponCode');
    await coupon.locator('input').fill('WELCOME10');
    await coupon.locator('[data-cy="CouponCode-submit"]').click();
    await totals(shopper(), (value) => value < before);
    await coupon.getByText('WELCOME10').waitFor();
    await shopper().find('DiscountSummary-discountValue').waitFor();
    await shopper().draw('venia-cart');
  });

  step('removes the coupon', async () => {
    const before = await total(shopper());
    await shopper().find('CouponCode-removeCouponButton').click();
    await totals(shopper(), (value) => value > before);
  });

  step('reads the balance of a gift card', async () => {
    const cards = await opened(shopper(), 'giftCard');
    await cards.locator('input').fill('DEMO-GIFT-CARD');
    await cards.getByText('Check balance').click();
    await cards.getByText(/Balance:\s*\$\d+/).waitFor();
  });

  step('pays with the gift card', async () => {
    const before = await total(shopper());
    await shopper().find('GiftCards-apply').click();
    await totals(shopper(), (value) => value < before);
    await shopper().find('PriceSummary-GiftCardSummary-label').waitFor();
  });

  step('takes no gift card that does not exist', async () => {
    const cards = await opened(shopper(), 'giftCard');
    await cards.locator('input').fill('NO-SUCH-CARD');
    await shopper().find('GiftCards-apply').click();
    await cards.getByText('Invalid card').waitFor();
  });

  step('removes the gift card', async () => {
    const before = await total(shopper());
    await shopper().find('GiftCards-GiftCard-removeButton').click();
    await totals(shopper(), (value) => value > before);
  });

  step('includes a gift receipt and a printed card, which has a price', async () => {
    await opened(shopper(), 'giftOptions');
    await shopper().press(shopper().find('GiftOptions-includeGiftReceipt'));
    await shopper().press(shopper().find('GiftOptions-includePrintedCard'));
    await shopper().open('/cart');
    await opened(shopper(), 'giftOptions');
    expect(await shopper().find('GiftOptions-includeGiftReceipt').isChecked()).toBe(true);
    expect(await shopper().find('GiftOptions-includePrintedCard').isChecked()).toBe(true);
  });

  step('writes a gift message', async () => {
    await shopper().find('GiftOptions-includeGiftMessage').click();
    await shopper().find('GiftOptions-cardTo').fill('Grace');
    await shopper().find('GiftOptions-cardFrom').fill('Ada');
    await shopper().find('GiftOptions-cardMessage').fill('Enjoy it');
    await shopper().press(shopper().find('GiftOptions-updateGiftMessageButton'));
    await expect.poll(() => shopper().find('GiftOptions-giftMessageResult').innerText()).toContain('Enjoy it');
  });

  step('estimates the shipping to a place', async () => {
    const form = await opened(shopper(), 'shippingMethod');
    await shopper().find('ShippingMethods-estimateButton').click();
    await shopper().fill(form, { country: 'US', region: 'CA', zip: '90001' });
    await shopper().press(shopper().find('ShippingMethods-ShippingForm-submit'));
    await shopper().find('ShippingRadio-name').first().waitFor();
    expect(await shopper().find('ShippingSummary-shippingValue').innerText()).toMatch(/\$\d+\.\d\d|FREE/i);
  });
}
