import { expect } from 'vitest';
import type { Shopper } from './shopper.ts';

/** An address as buyers type it. */
export interface TypedAddress {
  readonly firstName: string;
  readonly lastName: string;
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  readonly telephone: string;
}

export const ada: TypedAddress = {
  firstName: 'Ada',
  lastName: 'Example',
  street: '1 Main St',
  city: 'Los Angeles',
  postcode: '90001',
  telephone: '555-0100',
};

/** Fills in the form of an address in the United States, by the names of its fields. */
export async function typeAddress(shopper: Shopper, form: string, address: TypedAddress): Promise<void> {
  const field = (name: string) => shopper.find(form).locator(`[name=${name}]`);
  for (const [name, text] of Object.entries(address)) await field(name).fill(text);
  await field('countryCode').selectOption('US');
  await field('region').selectOption({ label: 'California' });
}

/** Presses the button, and waits for the number of the order. */
export async function placeOrder(shopper: Shopper): Promise<string> {
  await shopper.find('[data-testid=place-order-button]').click();
  await expect
    .poll(async () => {
      const problem = await shopper.find('.problem').allInnerTexts();
      return (await shopper.last('order/placed'))?.number ?? problem.join('');
    })
    .toMatch(/^\d+$/);
  await shopper.page.waitForFunction('document.documentElement.dataset.ready === "placed"');
  return (await shopper.last('order/placed')).number;
}
