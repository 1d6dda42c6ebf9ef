import { expect } from 'vitest';
import { step } from '../steps.ts';
import type { Shopper } from './shopper.ts';

const items = async (shopper: Shopper) =>
  (await shopper.call('wishlist', 'getWishlists', 20, 1))?.flatMap(({ items: own }: List) => own) ?? [];

interface List {
  readonly id: string;
  readonly name: string;
  readonly items: readonly {
    readonly id: string;
    readonly quantity: number;
    readonly product: { readonly sku: string };
  }[];
}

/** The list of a visitor, which lives in the browser. */
export function wishesOfVisitor(shopper: () => Shopper): void {
  step('keeps a wish of a visitor', async () => {
    await shopper().open('/product/SAUCEPAN-COPPER-INDIGO');
    await shopper().find('[data-testid=wishlist-toggle]').first().click();
    await shopper().open('/wishlist');
    await shopper().reads('Indigo Copper Saucepan');
  });
}

/** The lists of a customer. */
export function wishes(shopper: () => Shopper): void {
  step('has the wish of before', async () => {
    await shopper().open('/wishlist');
    await shopper().reads('Indigo Copper Saucepan');
    await expect.poll(async () => (await items(shopper())).length).toBe(1);
  });

  step('adds a product by its heart, on the page and in the account', async () => {
    await shopper().open('/product/GIFT-BOX');
    await shopper().find('.column [data-testid=wishlist-toggle]').first().click();
    await expect.poll(async () => (await items(shopper())).length).toBe(2);
  });

  step('adds a configured product with its options', async () => {
    await shopper().open('/product/TOTE-LEATHER');
    const uid = await shopper().find('input[aria-label*=Saffron]').getAttribute('value');
    await shopper().call('wishlist', 'addProductsToWishlist', [
      { sku: 'TOTE-LEATHER', quantity: 1, optionsUIDs: [uid] },
    ]);
    expect(await items(shopper())).toHaveLength(3);
  });

  step('moves a wish to the cart', async () => {
    await shopper().open('/wishlist');
    const before = await shopper().count();
    await shopper().reads('Indigo Copper Saucepan');
    const buttons = shopper().find('[data-testid=wishlist-product-item-move-to-cart-button]');
    await buttons.last().click();
    await expect.poll(() => shopper().count()).toBeGreaterThan(before);
  });

  step('removes a wish', async () => {
    const all = await items(shopper());
    await shopper().call('wishlist', 'removeProductsFromWishlist', [all[0]]);
    await expect.poll(async () => (await items(shopper())).length).toBe(all.length - 1);
  });
}
