import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { guestOrder } from '../sales/shop.ts';
import { graphqlClient } from '../support/graphql.ts';
import { addToSet, newAttribute, newProduct } from '../support/products.ts';
import { ok, unique } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('the console in German', () => {
  let pages: ConsolePages;
  beforeAll(async () => {
    pages = await startConsole();
  });
  afterAll(() => pages?.stop());

  /** Opens a page in a German browser as the admin user. */
  const openGerman = async (path: string): Promise<Page> => {
    const page = await pages.open('/console', pages.souk.admin.token);
    await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['de-AT', 'en'] }));
    await page.goto(`${pages.souk.base}/console/${path}`);
    return page;
  };

  test('is chosen at sign-in and in the bar, shows orders with German dates and amounts, and keeps the page', async () => {
    const { souk } = pages;
    const { id, order } = await guestOrder(souk, 3);
    const page = await pages.open('/console/orders?search=%40example.com', undefined);
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByLabel('Benutzername').fill('admin');
    await page.getByLabel('Passwort').fill(souk.password);
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await pages.show(page, 'german-sign-in');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();

    await page.getByRole('heading', { name: 'Bestellungen', level: 1 }).waitFor();
    await page.getByRole('navigation', { name: 'Seiten' }).getByRole('link', { name: 'Einstellungen' }).waitFor();
    const placed = /^\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d$/;
    const row = page.getByRole('row').filter({ hasText: order.increment_id });
    expect(await row.locator('time').innerText()).toMatch(placed);
    await row
      .getByText(/^\d+,\d\d\s\$$/)
      .first()
      .waitFor();
    await page.getByRole('status').getByText('1 Bestellung', { exact: true }).waitFor();
    await pages.show(page, 'german-orders');

    await row.getByRole('link', { name: order.increment_id }).click();
    await page.getByRole('heading', { name: `Bestellung ${order.increment_id}` }).waitFor();
    await page.getByText('Noch keine Rechnungen.').waitFor();
    await page.getByRole('button', { name: 'Rechnung …' }).click();
    const invoice = page.getByRole('dialog', { name: 'Rechnung' });
    await invoice.getByRole('button', { name: 'Rechnung erstellen' }).click();
    await page.getByText('Rechnung erstellt.').waitFor();
    await pages.show(page, 'german-order');

    await page.getByLabel('Sprache').selectOption('English');
    await page.getByRole('heading', { name: `Order ${order.increment_id}` }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/orders/${id}`);
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    expect(pages.problems).toEqual([]);
  });

  test('is the language of a German browser, on every page', async () => {
    const page = await openGerman('home');
    for (const [place, title] of [
      ['home', 'Start'],
      ['overview', 'Übersicht'],
      ['customers', 'Kunden'],
      ['customers/groups/new', 'Kundengruppe anlegen'],
      ['customers/segments/new', 'Kundensegment anlegen'],
      ['stores/currency-rates', 'Wechselkurse'],
      ['stores/currencies', 'Erlaubte Währungen'],
      ['catalog/attributes', 'Attribute'],
      ['catalog/attributes/new', 'Attribut anlegen'],
      ['catalog/sets/new', 'Attributsatz anlegen'],
      ['marketing/cart-rules/new', 'Warenkorb-Preisregel anlegen'],
      ['stores/tax-rates', 'Steuersätze'],
      ['b2b/companies', 'Unternehmen'],
      ['calls', 'Aufrufe'],
      ['events', 'Ereignisse'],
      ['mails', 'E-Mails'],
      ['access', 'Zugriff'],
      ['settings', 'Einstellungen'],
      ['audit', 'Protokoll'],
      ['search', 'Suche'],
    ] as const) {
      await page.goto(`${pages.souk.base}/console/${place}`);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await pages.show(page, `german-${place.replaceAll('/', '-')}`);
    }
    expect(pages.problems).toEqual([]);
  });

  test('has each line of its menu in one row of a window of 1280 pixels', async () => {
    const page = await openGerman('home');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: 'Suche', exact: true }).waitFor();
    for (const line of await page.getByRole('navigation', { name: 'Seiten' }).getByRole('list').all()) {
      const boxes = await Promise.all((await line.getByRole('listitem').all()).map((item) => item.boundingBox()));
      expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    }
  });

  test('has settings with German effects, values and choices, which a German word finds', async () => {
    const path = 'tax/calculation/based_on';
    const page = await openGerman('settings');
    await page.getByLabel('Geltungsbereich').selectOption('Store-Ansicht: Default Store View');
    await page.getByLabel('Pfad, Wirkung oder Wert enthält').fill('sich Steuern richten');
    const row = page.getByRole('row').filter({ hasText: path });
    await row
      .getByText('Adresse, nach der sich Steuern richten: der Lieferung, der Rechnung oder des Shops.')
      .waitFor();
    await row.getByText('Zulässig: shipping (Lieferadresse) oder billing (Rechnungsadresse)').waitFor();
    await row.getByText('Lieferadresse (shipping)').waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/\b(whether|address|a number|nothing|takes)\b/i);
    await pages.show(page, 'german-settings-found');
    await page.getByRole('button', { name: `${path} ändern` }).click();
    const editor = page.getByRole('dialog', { name: path });
    await editor.getByText(/^Zulässig: shipping .+, oder leer\.$/).waitFor();
    await editor.getByLabel('Wert').selectOption('Rechnungsadresse');
    await pages.show(page, 'german-settings-editor');
    await editor.getByRole('button', { name: 'Speichern' }).click();
    await row.getByText('Rechnungsadresse (billing)').waitFor();
    expect(pages.problems).toEqual([]);
  });

  test('shows products, and changes each part of one', async () => {
    const { souk } = pages;
    const { sku, name } = await newProduct(souk, { price: 1234.5 });
    const { sku: other } = await newProduct(souk);
    const page = await openGerman(`catalog?search=${sku}`);
    await page.getByRole('heading', { name: 'Produkte', level: 1 }).waitFor();
    await page.getByRole('cell', { name: /^1\s234,50$/ }).waitFor();
    await page.getByRole('cell', { name: 'Einfaches Produkt' }).waitFor();
    await pages.show(page, 'german-products');
    await page.getByLabel(`Auswahl: ${name}`).check();
    await page.getByRole('button', { name: 'Deaktivieren …' }).click();
    const question = page.getByRole('dialog', { name: '1 Produkt deaktivieren?' });
    await pages.show(page, 'german-products-question');
    await question.getByRole('button', { name: 'Deaktivieren', exact: true }).click();
    await question.getByText('1 Produkt deaktiviert.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Neues Produkt …' }).click();
    await page.getByRole('dialog', { name: 'Neues Produkt' }).getByLabel('Attributsatz').waitFor();
    await page.getByRole('button', { name: 'Schließen' }).click();

    await page.getByRole('link', { name }).click();
    await page.getByRole('navigation', { name: 'Teile des Produkts' }).waitFor();
    await page.getByLabel('Werte für').selectOption('Default Store View');
    await page
      .getByLabel(/^Standardwert für .+ verwenden$/)
      .first()
      .waitFor();
    await pages.show(page, 'german-product');
    const open = (tab: string) => page.getByRole('link', { name: tab, exact: true }).click();
    const save = async (button = 'Speichern'): Promise<void> => {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByText('Gespeichert.').waitFor();
    };

    await open('Bilder');
    await page.getByText('Noch keine Bilder.').waitFor();
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
    const files = page.getByLabel('Bilder hinzufügen: Dateien wählen oder hier ablegen');
    await files.setInputFiles([{ name: 'front.gif', mimeType: 'image/gif', buffer: gif }]);
    await page.getByRole('button', { name: '1 Bild hochladen' }).click();
    await page.getByText('1 Bild hinzugefügt.').waitFor();
    await page.getByLabel('Alternativtext von Bild 1').fill('Vorderseite');
    await pages.show(page, 'german-product-pictures');
    await save();

    await open('Staffelpreise');
    await page.getByRole('button', { name: 'Preis hinzufügen' }).click();
    await page.getByLabel('Menge von Preis 1').fill('5');
    await page.getByLabel('Art von Preis 1').selectOption('Prozent Rabatt');
    await page.getByLabel('Wert von Preis 1').fill('10');
    await pages.show(page, 'german-product-tier-prices');
    await save();

    await open('Lagerbestand');
    await page.getByLabel('Menge in Default Source').fill('7');
    await page.getByLabel('Status in Default Source').selectOption('Nicht auf Lager');
    await page.getByLabel('Einstellung des Shops verwenden: Höchstmenge im Warenkorb').uncheck();
    await pages.show(page, 'german-product-stock');
    await page.getByRole('button', { name: 'Speichern', exact: true }).first().click();
    await page.getByText('Gespeichert.').waitFor();
    await page.getByRole('button', { name: 'Änderungen verwerfen' }).last().click();

    await open('Kategorien und Websites');
    await page.getByRole('group', { name: 'Websites' }).getByLabel('Main Website').uncheck();
    await pages.show(page, 'german-product-places');
    await page.getByRole('button', { name: 'Änderungen verwerfen' }).click();

    await open('Verknüpfungen');
    await page.getByRole('button', { name: 'Produkte hinzufügen … (Verwandte Produkte)' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Produkte nach SKU oder Name suchen').fill(other);
    await dialog.getByRole('group', { name: 'Passende Produkte' }).getByLabel(other).click();
    await dialog.getByRole('button', { name: 'Produkte hinzufügen' }).click();
    await page.getByText('1 Produkt hinzugefügt.').waitFor();
    await pages.show(page, 'german-product-links');

    await open('Optionen');
    await page.getByRole('button', { name: 'Option hinzufügen …' }).click();
    await dialog.getByLabel('Titel', { exact: true }).fill('Verpackung');
    await dialog.getByLabel('Titel von Wert 1').fill('Karton');
    await dialog.getByLabel('Aufpreis von Wert 1', { exact: true }).fill('2.5');
    await pages.show(page, 'german-product-option');
    await dialog.getByRole('button', { name: 'Option hinzufügen' }).click();
    await page.getByText('+2,50').waitFor();
    await pages.show(page, 'german-product-options');

    expect(ok(await souk.admin.get(`/V1/products/${sku}`))).toMatchObject({
      media_gallery_entries: [{ label: 'Vorderseite' }],
      tier_prices: [{ qty: 5 }],
      product_links: [{ linked_product_sku: other }],
      options: [{ title: 'Verpackung', values: [{ title: 'Karton', price: 2.5 }] }],
      extension_attributes: { stock_item: { qty: 7 } },
    });
    expect(pages.problems).toEqual([]);
  });

  test('creates variations of a product', async () => {
    const { souk } = pages;
    const label = unique('Farbe');
    const fields = { frontend_input: 'select', scope: 'global', default_frontend_label: label };
    const options = ['Rot', 'Blau'].map((one) => ({ label: one }));
    await addToSet(souk, (await newAttribute(souk, { ...fields, options })).attribute_code);
    const { sku } = await newProduct(souk, { type_id: 'configurable' });
    const page = await openGerman(`catalog/products/${sku}/variations`);
    await page.getByText('Noch keine Varianten.').waitFor();
    await page.getByRole('button', { name: 'Neue Varianten' }).click();
    await page.getByRole('group', { name: 'Attribute', exact: true }).getByLabel(label).check();
    for (const one of ['Rot', 'Blau']) await page.getByRole('checkbox', { name: one, exact: true }).check();
    await page.getByLabel('Preis neuer Varianten').fill('30');
    await page.getByLabel('Menge von Rot').fill('4');
    await pages.show(page, 'german-product-variations');
    await page.getByRole('button', { name: '2 Varianten anlegen' }).click();
    await page.getByText('2 Varianten angelegt.').waitFor();
    await page.getByRole('button', { name: `${sku}-Rot: Verknüpfung lösen …` }).waitFor();
    await pages.show(page, 'german-product-variation-list');
    expect(pages.problems).toEqual([]);
  });

  test('moves categories, and approves reviews', async () => {
    const { souk } = pages;
    const category = { parent_id: 2, name: 'Lampen', is_active: true };
    const { id } = ok(await souk.admin.post('/V1/categories', { category }));
    ok(await souk.admin.post('/V1/categories', { category: { ...category, name: 'Tische' } }));
    const { sku } = await newProduct(souk);
    const productLink = { sku, position: 3, category_id: String(id) };
    ok(await souk.admin.post(`/V1/categories/${id}/products`, { productLink }));
    const page = await openGerman('catalog/categories');
    await page.getByRole('heading', { name: 'Kategorien', level: 1 }).waitFor();
    await page.getByText('Wählen Sie eine Kategorie, um sie und ihre Produkte zu ändern.').waitFor();
    await page.getByRole('link', { name: 'Lampen' }).click();
    await page.getByLabel('Titel für Suchmaschinen').waitFor();
    await page.getByLabel(`Position von ${sku}`).fill('7');
    await pages.show(page, 'german-category');
    await page.getByRole('button', { name: 'Positionen speichern' }).click();
    await page.getByText('Gespeichert.').waitFor();
    await page.getByRole('button', { name: 'Nach unten' }).click();
    const dialog = page.getByRole('dialog', { name: 'Lampen verschieben' });
    await dialog.getByText(/^Lampen wird unter .+ verschoben, hinter Tische\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Kategorie verschieben' }).click();
    await page.getByText('Kategorie verschoben.').waitFor();

    const input = { sku, nickname: 'Ada', summary: 'Schön', text: 'Sehr schön.', ratings: [] };
    const query = 'mutation($i: CreateProductReviewInput!) { createProductReview(input: $i) { review { nickname } } }';
    await graphqlClient(souk).data(query, { i: input });
    await page.getByRole('link', { name: 'Bewertungen' }).click();
    await page.getByText('Sehr schön.').waitFor();
    await page.getByText('Ada (Gast)').waitFor();
    await pages.show(page, 'german-reviews');
    await page.getByRole('button', { name: 'Schön genehmigen' }).click();
    await page.getByText('Bewertung genehmigt.').waitFor();
    await page.getByText('Keine Bewertungen mit diesem Status.').waitFor();
    const { items } = ok(await souk.admin.raw('GET', '/_/console/reviews'));
    expect(items).toMatchObject([{ summary: 'Schön', status: 'approved' }]);
    expect(pages.problems).toEqual([]);
  });
});
