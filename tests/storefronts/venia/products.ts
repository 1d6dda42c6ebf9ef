import { expect } from 'vitest';
import { step } from '../steps.ts';
import type { Shopper } from './shopper.ts';

/** The units in the cart, as the header counts them. */
export const units = async (shopper: Shopper): Promise<number> => {
  const counter = shopper.find('CartTrigger-counter');
  return (await counter.count()) === 0 ? 0 : Number(await counter.first().innerText());
};

const price = async (shopper: Shopper): Promise<number> =>
  Number((await shopper.find('ProductFullDetail-productPrice').innerText()).replace(/[^\d.]/g, ''));

const addButton = (shopper: Shopper) => shopper.find('ProductFullDetail-addToCartButton');

/** Adds the product of the page to the cart, and waits until the header counts it. */
export async function addToCart(shopper: Shopper, quantity = 1): Promise<void> {
  const before = await units(shopper);
  await addButton(shopper).click();
  await expect.poll(() => units(shopper), { timeout: 10_000 }).toBe(before + quantity);
  await shopper.settles();
}

/** Product pages, and the cart in the header. */
export function products(shopper: () => Shopper): void {
  step('shows a product with pictures, attributes and breadcrumbs', async () => {
    await shopper().open('/saffron-copper-saucepan.html');
    expect(await shopper().find('ProductFullDetail-productName').innerText()).toBe('Saffron Copper Saucepan');
    expect(await price(shopper())).toBe(38.36);
    await shopper().reads('Home');
    const details = await shopper().find('ProductFullDetail-root').innerText();
    for (const text of ['SAUCEPAN-COPPER-SAFFRON', 'Milk, porridge, caramel', 'France'])
      expect(details).toContain(text);
    const thumbnails = shopper().find('ProductFullDetail-root').locator('img[src*="/media/catalog/product/"]');
    expect(await thumbnails.count()).toBeGreaterThan(1);
    await shopper().draw('venia-product');
  });

  step('adds two of it to the cart', async () => {
    await shopper().find('Quantity-incrementButton').click();
    await addToCart(shopper(), 2);
  });

  step('shows the cart in the header', async () => {
    const cart = shopper().find('MiniCart-root');
    if (!(await shopper().find('MiniCart-body').isVisible()))
      await shopper().find('CartTrigger-trigger').last().click();
    await cart.getByText('Saffron Copper Saucepan').first().waitFor();
    expect(await shopper().find('MiniCart-subtotalPrice').innerText()).toMatch(/\$7\d\.\d\d/);
  });

  step('adds a product to the cart from a list', async () => {
    await shopper().open('/search.html?query=saucepan');
    const before = await units(shopper());
    const item = shopper().find('GalleryItem-root').filter({ hasText: 'Olive Copper Saucepan' });
    await item.getByRole('button', { name: /add to cart/i }).click();
    await expect.poll(() => units(shopper()), { timeout: 10_000 }).toBe(before + 1);
  });

  step('shows that a product is sold out', async () => {
    await shopper().open('/olive-stoneware-plate.html');
    expect(await addButton(shopper()).isDisabled()).toBe(true);
    expect(await addButton(shopper()).innerText()).toMatch(/out of stock/i);
  });

  step('asks for the colour of a configurable product', async () => {
    await shopper().open('/leather-tote.html');
    expect(await addButton(shopper()).isDisabled()).toBe(true);
    await shopper().find('ProductFullDetail-root').getByTitle('Olive', { exact: true }).click();
    await expect.poll(() => shopper().find('ProductFullDetail-root').innerText()).toMatch(/Selected Colour:?\s*Olive/i);
    await addToCart(shopper());
  });

  step('shows the price and the pictures of the chosen variant', async () => {
    const pictures = () =>
      shopper().find('ProductFullDetail-root').locator('img[src*="/media/catalog/product/"]').first();
    const [before, picture] = [await price(shopper()), await pictures().getAttribute('src')];
    await shopper().find('ProductFullDetail-root').getByTitle('Saffron', { exact: true }).click();
    await expect.poll(() => price(shopper())).not.toBe(before);
    await expect.poll(() => pictures().getAttribute('src')).not.toBe(picture);
    await shopper().draw('venia-swatches');
  });

  step('asks for colour and size of a product with two options', async () => {
    await shopper().open('/linen-apron.html');
    await shopper().find('ProductFullDetail-root').getByTitle('Indigo', { exact: true }).click();
    expect(await addButton(shopper()).isDisabled()).toBe(true);
    await shopper().find('ProductFullDetail-root').getByTitle('M', { exact: true }).click();
    await addToCart(shopper());
  });

  step('says of the types that it does not sell that they are unavailable', async () => {
    for (const page of ['gift-box', 'copper-cookware', 'recipe-book', 'cooking-course', 'gift-card']) {
      await shopper().open(`/${page}.html`);
      await shopper().reads('This product is currently unavailable for purchase.');
    }
  });
}
