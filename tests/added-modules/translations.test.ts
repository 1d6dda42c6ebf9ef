import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { mailTo } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { ok, startProcess, until, type SoukProcess } from '../support/souk.ts';
import { buyer, exampleFile, refusal, shopWith, writeFolder } from './shops.ts';

/** A language pack: French order emails, and other words in English ones. */
const french = `module({
  name: 'Acme_French', version: '1.0.0', compatible: '^0.2',
  translations: {
    fr: {
      Magento_Sales: {
        'hello': 'Bonjour {name},',
        'order.subject': 'Votre commande {number} chez {store}',
        'total': 'Total général',
      },
      Acme_Loyalty: { points: 'Points de fidélité' },
    },
    fr_CA: { Magento_Sales: { hello: 'Allô {name},' } },
    en: { Magento_Sales: { 'order.subject': 'We have your order {number}' } },
  },
})`;

describe('translations of a module', () => {
  let souk: SoukProcess;
  const folder = writeFolder({
    'souk.config.mjs': `
      import { module } from '@souk/kit';
      import loyalty from '${exampleFile('loyalty')}';
      export default { modules: [loyalty(), ${french}] };`,
  });
  beforeAll(async () => {
    souk = await startProcess({ env: { SOUK_CONFIG: join(folder.path, 'souk.config.mjs') } });
    for (const [code, locale] of [
      ['fr', 'fr_FR'],
      ['ca', 'fr_CA'],
      ['at', 'de_AT'],
    ] as const) {
      const view = ['store:view:create', code, code, '--group', 'main_website_store', '--locale', locale];
      expect((await souk.cli(...view)).stderr).toBe('');
    }
    await until(async () => (await souk.admin.store('at').get('/V1/store/websites')).status === 200);
  });
  afterAll(async () => {
    await souk?.stop();
    folder.remove();
  });

  /** Places an order with points in a store view; returns the title of the points in the cart, and the email. */
  async function order(view: string, storeId: number) {
    const [{ sku }, customer] = [await newProduct(souk), await newCustomer(souk, { store_id: storeId })];
    const me = (await signIn(souk, customer.email)).store(view);
    const quote_id = ok(await me.post('/V1/carts/mine'));
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 2, quote_id } }));
    const addressInformation = { shipping_carrier_code: 'flatrate', shipping_method_code: 'flatrate', ...buyer() };
    ok(await me.post('/V1/carts/mine/shipping-information', { addressInformation }));
    ok(await souk.admin.post(`/V1/acme/customers/${customer.id}/points`, { points: 3 }));
    ok(await me.post('/V1/carts/mine/acme-points', { points: 3 }));
    const { total_segments: lines } = ok(await me.get('/V1/carts/mine/totals'));
    ok(await me.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'checkmo' } }));
    const mail = await mailTo(souk, customer.email, ({ text }) => text.includes(sku));
    return { title: lines.find(({ code }: Json) => code === 'acme_points').title, mail };
  }

  it('give the emails of another module a language that it does not have, and other languages keep theirs', async () => {
    const { mail } = await order('fr', 2);
    expect(mail.subject).toMatch(/^Votre commande \d+ chez Main Website Store$/);
    expect(mail.text).toMatch(/^Bonjour Ada Example,$/m);
    expect(mail.text).toMatch(/^Total général: /m);
    // A text that the pack does not have is the English one.
    expect(mail.text).toContain('Thank you for your order');
    expect((await order('at', 4)).mail.text).toContain('vielen Dank für Ihre Bestellung');
  });

  it('are those of the locale where there are some, else those of its language', async () => {
    const { mail } = await order('ca', 3);
    expect(mail.text).toMatch(/^Allô Ada Example,$/m);
    expect(mail.text).toMatch(/^Total général: /m);
  });

  it('replace words in a language that the other module has', async () => {
    expect((await order('default', 1)).mail.subject).toMatch(/^We have your order \d+$/);
  });

  it('name totals in the cart and in emails by the store view: own texts of a module, and those of a pack', async () => {
    for (const [view, id, title] of [
      ['default', 1, 'Points'],
      ['at', 4, 'Punkte'],
      ['fr', 2, 'Points de fidélité'],
    ] as const) {
      const { title: shown, mail } = await order(view, id);
      expect(shown).toBe(title);
      expect(mail.text).toMatch(new RegExp(`^${title}: `, 'm'));
    }
  });
});

describe('a module with translations is refused', () => {
  const kit = `import { mailTemplate, module } from '@souk/kit';`;
  const head = `name: 'Acme_French', version: '1.0.0', compatible: '^0.2'`;
  const mail = (texts: string): string => `contributes: { mailTemplates: [mailTemplate({
    id: 'acme_hello', summary: 'Greets.', identity: 'general', sample: {}, texts: ${texts},
    write: (_, store) => ({ subject: store.text('hello'), blocks: [] }) })] }`;

  it.each([
    [
      'of an unknown key',
      `translations: { fr: { Magento_Sales: { 'order.titel': 'Commande' } } }`,
      'the module Acme_French translates the text order.titel of Magento_Sales, which has no such text; there are: order.subject, order.text',
    ],
    [
      'of an unknown module',
      `translations: { fr: { Acme_None: { hello: 'Bonjour' } } }`,
      'the module Acme_French translates texts of Acme_None, which is no module of this shop',
    ],
    [
      'in an unknown form of a language',
      `translations: { French: { Magento_Sales: {} } }`,
      'the module Acme_French has translations in "French": use a language such as de or de_DE',
    ],
    [
      'with an unknown placeholder',
      `translations: { fr: { Magento_Sales: { hello: 'Bonjour {nom},' } } }`,
      'the text hello of Magento_Sales in fr has the placeholder {nom}, which the English text has not; it has {name}',
    ],
    [
      'with a malformed placeholder',
      `translations: { fr: { Magento_Sales: { hello: 'Bonjour {name,' } } }`,
      'the text hello of Magento_Sales in fr has a brace without a placeholder: "Bonjour {name,"',
    ],
    [
      'with a value that is no text',
      `translations: { fr: { Magento_Sales: { hello: 7 } } }`,
      'the text hello of Magento_Sales in fr is not a text',
    ],
    [
      'with a text of its own that has no English form',
      mail(`{ en: {}, fr: { hello: 'Bonjour' } }`),
      'the text hello of the module Acme_French in fr has no English text',
    ],
    [
      'with a malformed placeholder in a text of its own',
      `texts: { en: { hello: 'Hello name}' } }`,
      'the text hello of the module Acme_French in en has a brace without a placeholder: "Hello name}"',
    ],
  ])('%s', async (_, members, sentence) => {
    const source = `${kit}\nexport default { modules: [module({ ${head}, ${members} })] };`;
    expect(await refusal(shopWith({ 'souk.config.mjs': source }), {}, 'setup')).toContain(sentence);
  });

  it('that another module has', async () => {
    const pack = (name: string): string =>
      `module({ ${head.replace('French', name)}, translations: { fr: { Magento_Sales: { hello: 'Bonjour' } } } })`;
    const source = `${kit}\nexport default { modules: [${pack('One')}, ${pack('Two')}] };`;
    expect(await refusal(shopWith({ 'souk.config.mjs': source }))).toContain(
      'the module Acme_Two declares the text hello of Magento_Sales in fr, which the module Acme_One has',
    );
  });
});
