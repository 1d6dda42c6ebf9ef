import { expect } from 'vitest';
import { step } from '../steps.ts';
import { units } from './products.ts';
import type { Shopper } from './shopper.ts';

const item = (shopper: Shopper, name: string) => shopper.find('wishlistItem-root').filter({ hasText: name });

/** Opens the page of the lists, and there a list other than the first. */
async function openList(shopper: Shopper, name: string): Promise<void> {
  await shopper.open('/wishlist');
  const list = shopper.page.locator('main').getByTitle(name, { exact: true }).locator('xpath=../..');
  await list.locator('[data-cy="wishlist-buttonsContainer"] button').last().click();
  await shopper.settles();
}

/** The wish lists of a customer; edition AC has several of them. */
export function wishes(shopper: () => Shopper): void {
  step('adds a product to a new wish list', async () => {
    await shopper().open('/saffron-copper-saucepan.html');
    await shopper().find('addToListButton-root').first().click();
    const dialog = shopper().find('Dialog-root').filter({ hasText: 'Add to Favorites' });
    await dialog.locator('[data-cy="WishlistDialog-createButton"]').click();
    await dialog.locator('[data-cy="createWishlist-name"], input[name=listname]').first().fill('Kitchen');
    await shopper().press(dialog.locator('[data-cy="createWishListForm-saveButton"]'));
    await shopper().reads(/successfully added|was added/i);
  });

  step('adds a variant to the list', async () => {
    await shopper().open('/leather-tote.html');
    await shopper().find('ProductFullDetail-root').getByTitle('Olive', { exact: true }).click();
    await shopper().find('addToListButton-root').first().click();
    const dialog = shopper().find('Dialog-root').filter({ hasText: 'Add to Favorites' });
    await shopper().press(dialog.locator('[data-cy="WishlistLineItem-button"]').filter({ hasText: 'Kitchen' }));
    await shopper().reads(/successfully added|was added/i);
  });

  step('shows the list', async () => {
    await openList(shopper(), 'Kitchen');
    await item(shopper(), 'Saffron Copper Saucepan').waitFor();
    expect(await item(shopper(), 'Leather Tote').innerText()).toContain('Olive');
    await shopper().draw('venia-wishes');
  });

  step('puts an item of the list into the cart', async () => {
    const before = await units(shopper());
    await item(shopper(), 'Leather Tote').locator('[data-cy="wishlistItem-addToCart"]').click();
    await expect.poll(() => units(shopper()), { timeout: 10_000 }).toBe(before + 1);
  });

  step('creates a second list', async () => {
    await shopper().find('createWishlist-createButton').click();
    const dialog = shopper().find('Dialog-root').filter({ hasText: 'New Favorites List' });
    await dialog.locator('[data-cy="createWishlist-name"]').fill('Birthday');
    await shopper().press(dialog.locator('[data-cy="Dialog-confirmButton"]'));
    await shopper().find('Wishlist-name').filter({ hasText: 'Birthday' }).waitFor();
  });

  step('removes an item', async () => {
    await openList(shopper(), 'Kitchen');
    await item(shopper(), 'Saffron Copper Saucepan').locator('[data-cy="wishlistItem-deleteItem"]').click();
    await expect.poll(() => item(shopper(), 'Saffron Copper Saucepan').count()).toBe(0);
  });
}
