import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { serviceClient } from '../catalog-service/service.ts';
import { engines } from '../storage/databases.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newCardProduct, open, physical } from './shop.ts';
import { amountUid, uid } from './storefront.ts';

const combined = '2';
const PAGE = `query($sku: String!) { products(filter: { sku: { eq: $sku } }) { items { __typename stock_status ... on GiftCardProduct {
  allow_message message_max_length allow_open_amount open_amount_min open_amount_max is_redeemable lifetime giftcard_type weight
  giftcard_amounts { uid value website_id website_value attribute_id value_id }
  gift_card_options { __typename uid title required ... on CustomizableFieldOption { value { uid max_characters } } } } } } }`;

describe.each(engines)('product pages of gift cards, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const page = async ({ sku }: Json): Promise<Json> =>
    (await graphqlClient(here).data(PAGE, { sku })).products.items[0];
  /** The fields in the catalogue service, as Adobe's product component reads them. */
  const fieldsInView = async ({ sku }: Json): Promise<Json> => {
    const VIEW = 'query($sku: String) { products(skus: [$sku]) { attributes(names: ["ac_giftcard"]) { value } } }';
    const [view] = (await serviceClient(here).data(VIEW, { sku })).products;
    return JSON.parse(view.attributes[0].value).options;
  };

  it('list their amounts and the fields that buyers fill in', async () => {
    const card = await newCardProduct(here, [25, 12.5], { giftcard_type: combined, lifetime: 30, ...open });
    const { giftcard_amounts: amounts, gift_card_options: options, ...shown } = await page(card);
    expect(shown).toEqual({
      __typename: 'GiftCardProduct',
      stock_status: 'IN_STOCK',
      allow_message: true,
      message_max_length: 255,
      allow_open_amount: true,
      open_amount_min: 10,
      open_amount_max: 100,
      is_redeemable: true,
      lifetime: 30,
      giftcard_type: 'COMBINED',
      weight: 1,
    });
    const commonFields = { website_id: 0, attribute_id: expect.any(Number), value_id: expect.any(Number) };
    expect(amounts).toEqual([
      { ...commonFields, uid: amountUid('25.0000'), value: 25, website_value: 25 },
      { ...commonFields, uid: amountUid('12.5000'), value: 12.5, website_value: 12.5 },
    ]);
    const field = (name: string, title: string, required: boolean, max_characters: number | null) => ({
      __typename: 'CustomizableFieldOption',
      uid: uid(name),
      title,
      required,
      value: { uid: uid(name), max_characters },
    });
    expect(options).toEqual([
      field('giftcard_sender_name', 'Sender Name', true, 255),
      field('giftcard_sender_email', 'Sender Email', true, 255),
      field('giftcard_recipient_name', 'Recipient Name', true, 255),
      field('giftcard_recipient_email', 'Recipient Email', true, 255),
      field('giftcard_message', 'Message', false, 255),
      field('custom_giftcard_amount', 'Custom Giftcard Amount', false, null),
    ]);
    const text = { type: 'string', required: true, max_length: 255 };
    const email = { type: 'email', required: true };
    const inView = (name: string, label: string, validation_rule: object) => ({
      uid: uid(name),
      name: `giftcard/${name}`,
      label,
      validation_rule,
    });
    expect(await fieldsInView(card)).toEqual([
      inView('giftcard_amount', 'Amount', { type: 'number', required: false, values: [25, 12.5] }),
      inView('giftcard_sender_name', 'Sender Name', text),
      inView('giftcard_sender_email', 'Sender Email', email),
      inView('giftcard_recipient_name', 'Recipient Name', text),
      inView('giftcard_recipient_email', 'Recipient Email', email),
      inView('giftcard_message', 'Message', { ...text, required: false }),
      inView('custom_giftcard_amount', 'Custom Giftcard Amount', {
        type: 'number',
        required: false,
        min: 10,
        max: 100,
      }),
    ]);
    // Shipped, without a message and an end of validity.
    const parcel = await page(await newCardProduct(here, [10], { giftcard_type: physical, allow_message: 0 }));
    expect(parcel).toMatchObject({
      giftcard_type: 'PHYSICAL',
      allow_message: false,
      allow_open_amount: false,
      open_amount_min: null,
      open_amount_max: null,
      lifetime: null,
    });
    expect(parcel.gift_card_options.map(({ title }: Json) => title)).toEqual(['Sender Name', 'Recipient Name']);
    // Without offered amounts, the buyer has to enter one.
    const free = await page(await newCardProduct(here, [], open));
    expect([free.giftcard_amounts, free.gift_card_options.at(-1).required]).toEqual([[], true]);
  });
});
