import { expect } from 'vitest';
import type { Answer } from '../../support/souk.ts';
import { step } from '../steps.ts';
import type { Shopper } from './shopper.ts';

/** Presses the button of the page, and waits until the header counts more units. */
async function add(shopper: Shopper, units = 1): Promise<void> {
  const before = await shopper.count();
  await shopper.find('.add button').first().click();
  await expect
    .poll(async () => [await shopper.count(), await shopper.find('.alert').innerText()])
    .toEqual([before + units, '']);
}

const lastItem = async (shopper: Shopper, sku: string) =>
  (await shopper.last('cart/data')).items.find(
    (item: { readonly sku: string; readonly topLevelSku: string }) => item.topLevelSku === sku || item.sku === sku,
  );

/** The pages of products of every type, each of which ends in the cart. */
export function products(shopper: () => Shopper): void {
  step('shows a simple product: name, price, special price, tier price, description', async () => {
    await shopper().open('/product/SAUCEPAN-COPPER-SAFFRON');
    const text = await shopper().text();
    expect(text).toContain('Saffron Copper Saucepan');
    expect(text).toContain('SAUCEPAN-COPPER-SAFFRON');
    expect(await shopper().find('.price').innerText()).toMatch(/\$38\.36\s+\$47\.95\s+Buy 12 for \$\d+\.\d\d each/);
    expect((await shopper().find('.description').innerText()).length).toBeGreaterThan(20);
  });

  step('shows its pictures', async () => {
    const firstImage = `document.querySelector('.gallery img').naturalWidth`;
    await expect.poll(() => shopper().page.evaluate(firstImage)).toBeGreaterThan(100);
    await shopper().draw('drop-ins-product');
  });

  step('recommends other products below it', async () => {
    await expect.poll(() => shopper().find('.recommendations a').count()).toBeGreaterThan(1);
  });

  step('puts two of it into the cart', async () => {
    await shopper().find('.quantity button[aria-label="Increase Quantity"]').click();
    await shopper().sees('pdp/values', ({ quantity }) => quantity === 2);
    await add(shopper(), 2);
    expect(await lastItem(shopper(), 'SAUCEPAN-COPPER-SAFFRON')).toMatchObject({
      quantity: 2,
      itemType: 'SimpleCartItem',
    });
  });

  step('adds a product from a list', async () => {
    await shopper().open('/search?q=glass+mug');
    const before = await shopper().count();
    await shopper().page.getByLabel('Add Olive Glass Mug to cart').click();
    await expect.poll(() => shopper().count()).toBe(before + 1);
  });

  step('shows a configurable product, which cannot be added before its options are chosen', async () => {
    await shopper().open('/product/TOTE-LEATHER');
    expect(await shopper().find('.price').innerText()).toMatch(/\$161\.45-\$168\.95/);
    expect(await shopper().find('.add button').first().isDisabled()).toBe(true);
  });

  step('shows the variant of the chosen colour', async () => {
    await shopper().find('label:has(input[aria-label*=Saffron])').click();
    await shopper().sees('pdp/data', ({ variantSku }) => variantSku === 'TOTE-LEATHER-SAFFRON');
    expect(await shopper().find('.price').innerText()).toBe('$161.45');
  });

  step('puts the variant into the cart', async () => {
    await add(shopper());
    const item = await lastItem(shopper(), 'TOTE-LEATHER');
    expect(item).toMatchObject({ itemType: 'ConfigurableCartItem', selectedOptions: { Colour: 'Saffron' } });
  });

  step('configures a bundle, and puts it into the cart', async () => {
    await shopper().open('/product/BREAKFAST-SET');
    await shopper().find('select[aria-label^=Bowl]').selectOption('Ivory Stoneware Bowl');
    await shopper().sees('pdp/values', ({ optionsUIDs }) => optionsUIDs?.length === 3);
    await add(shopper());
    const { itemType, bundleOptions } = await lastItem(shopper(), 'BREAKFAST-SET');
    expect(itemType).toBe('BundleCartItem');
    expect(JSON.stringify(bundleOptions)).toContain('Ivory Stoneware Bowl');
  });

  step('adds a bundle of fixed price as it is', async () => {
    await shopper().open('/product/GIFT-BOX');
    await add(shopper());
    expect((await lastItem(shopper(), 'GIFT-BOX')).rowTotal.value).toBe(54);
  });

  step('leaves out a product of a group; the others enter the cart one by one', async () => {
    await shopper().open('/product/COPPER-COOKWARE');
    await shopper().find('.options label').filter({ hasText: 'Terracotta Copper Stockpot' }).click();
    await shopper().sees('pdp/values', ({ optionsUIDs }) => optionsUIDs?.length === 2);
    await add(shopper(), 2);
    expect(await lastItem(shopper(), 'KETTLE-COPPER-TERRACOTTA')).toMatchObject({ quantity: 1 });
  });

  step('shows the parts of a downloadable product, and a sample that anybody may read', async () => {
    await shopper().open('/product/RECIPE-BOOK');
    const sample = shopper().find('.downloads a').filter({ hasText: 'Sample' }).first();
    const { page } = shopper();
    const response = await page.request.get((await sample.getAttribute('href')) ?? '');
    expect([response.status(), await response.text()]).toEqual([200, expect.stringContaining('Spring and Summer')]);
  });

  step('puts the chosen parts into the cart', async () => {
    for (const part of ['Spring and Summer', 'Autumn and Winter']) {
      await shopper().find('.downloads button').filter({ hasText: part }).click();
    }
    await add(shopper());
    const { itemType, links, rowTotal } = await lastItem(shopper(), 'RECIPE-BOOK');
    expect([itemType, links.count, rowTotal.value]).toEqual(['DownloadableCartItem', 2, 16]);
  });

  step('asks what a gift card needs, and takes no card without', async () => {
    await shopper().open('/product/GIFT-CARD');
    const fields = await shopper().find('.gift-card').innerText();
    for (const label of ['Amount', 'Sender Name', 'Sender Email', 'Recipient Name', 'Recipient Email', 'Message']) {
      expect(fields).toContain(label);
    }
    expect(await shopper().find('.add button').first().isDisabled()).toBe(true);
  });

  step('puts a gift card with its message into the cart', async () => {
    const entries = {
      'Sender Name': 'Ada',
      'Sender Email': 'ada@example.com',
      'Recipient Name': 'Grace',
      'Recipient Email': 'grace@example.com',
    };
    await shopper().find('.gift-card').getByLabel('Amount', { exact: true }).selectOption('25');
    for (const [label, text] of Object.entries(entries)) {
      await shopper().find('.gift-card').getByLabel(label).fill(text);
      await shopper().page.keyboard.press('Tab');
    }
    await shopper().find('.gift-card textarea').fill('Enjoy it');
    await shopper().page.keyboard.press('Tab');
    await expect.poll(() => shopper().find('.add button').first().isEnabled()).toBe(true);
    await add(shopper());
    const { itemType, recipient, message, rowTotal } = await lastItem(shopper(), 'GIFT-CARD');
    expect([itemType, recipient, message, rowTotal.value]).toEqual(['GiftCardCartItem', 'Grace', 'Enjoy it', 25]);
  });

  step('puts a service into the cart, which nobody ships', async () => {
    await shopper().open('/product/SHARPENING');
    await add(shopper());
    expect((await lastItem(shopper(), 'SHARPENING')).itemType).toBe('VirtualCartItem');
  });

  step('says which options a product needs, and takes them with an entered text', async () => {
    await shopper().open('/product/COOKING-COURSE');
    const before = await shopper().count();
    await shopper().find('.add button').first().click();
    await expect.poll(() => shopper().find('.alert').innerText()).toMatch(/option/);
    expect(await shopper().count()).toBe(before);
    const uids = await customOptions(shopper(), 'COOKING-COURSE');
    const [level, name] = ['Level', 'Name on the certificate'].map((title) => uids.get(title) ?? '');
    await shopper().call('cart', 'addProductsToCart', [
      {
        sku: 'COOKING-COURSE',
        quantity: 1,
        optionsUIDs: [level],
        enteredOptions: [{ uid: name, value: 'Ada' }],
      },
    ]);
    // The course costs 65, the name 3. The component does not ask for the options of virtual items.
    expect((await lastItem(shopper(), 'COOKING-COURSE')).rowTotal.value).toBe(68);
  });
}

/** The uids of custom options by title, of those with values that of their first value: no component shows them. */
async function customOptions({ page }: Shopper, sku: string): Promise<Map<string, string>> {
  const query = `{ products(filter: { sku: { eq: "${sku}" } }) { items { ... on CustomizableProductInterface { options {
    title uid ... on CustomizableDropDownOption { values: value { uid } } } } } } }`;
  const { data }: Answer['body'] = await page.evaluate(`(async () => {
    const { core } = await (await fetch('/settings.json')).json();
    const response = await fetch(core, { method: 'POST', headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: ${JSON.stringify(query)} }) });
    return response.json();
  })()`);
  return new Map(
    data.products.items[0].options.map(({ title, uid, values }: CustomOption) => [title, values?.[0]?.uid ?? uid]),
  );
}

interface CustomOption {
  readonly title: string;
  readonly uid: string;
  readonly values?: readonly { readonly uid: string }[];
}
