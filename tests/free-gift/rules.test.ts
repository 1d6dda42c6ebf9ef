import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProduct } from '../support/products.ts';
import { fails, ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { gifts, giftRule } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

const attributesOf = async (id: number) => ok(await souk.admin.get(`/V1/salesRules/${id}`)).extension_attributes;
const change = (id: number, rule: object) => souk.admin.put(`/V1/salesRules/${id}`, { rule: { rule_id: id, ...rule } });

describe('rules that give products', () => {
  it('D185: name the gifts and how many pieces of them they give', async () => {
    const [one, two] = (await gifts(souk, 2)) as [string, string];
    const id = await giftRule(souk, 'any', [one, two.toUpperCase(), one]);
    expect(await attributesOf(id)).toMatchObject({ gift_skus: [one, two], gift_qty: 1 });
    const found = ok(
      await souk.admin.get(
        `/V1/salesRules/search?searchCriteria[filterGroups][0][filters][0][field]=rule_id&searchCriteria[filterGroups][0][filters][0][value]=${id}`,
      ),
    );
    expect(found.items[0].extension_attributes.gift_skus).toEqual([one, two]);
    ok(await change(id, { name: 'Other', extension_attributes: { gift_qty: 3 } }));
    expect(await attributesOf(id)).toMatchObject({ gift_skus: [one, two], gift_qty: 3 });
    ok(await change(id, { simple_action: 'by_percent', discount_amount: 5 }));
    expect(await attributesOf(id)).toMatchObject({ gift_skus: [one, two], gift_qty: 3 });
  });

  it('D185: have to name gifts that can be given', async () => {
    const { sku } = await newProduct(souk);
    const rule = { name: 'R', website_ids: [1], customer_group_ids: [0], simple_action: 'free_gift' };
    const save = (extension_attributes?: object) =>
      souk.admin.post('/V1/salesRules', { rule: { ...rule, extension_attributes } });
    const missing = 'A rule that gives products needs their SKUs: "gift_skus" is empty.';
    fails(await save(), 400, missing);
    fails(await save({ gift_skus: [] }), 400, missing);
    fails(await save({ gift_skus: [sku], gift_qty: 0 }), 400, 'The "gift_qty" value must be 1 or more.');
    const impossible = (gift: string) => `The product with the SKU "${gift}" cannot be given as a free gift.`;
    fails(await save({ gift_skus: [sku, 'nothing'] }), 400, impossible('nothing'));
    const group = unique('group');
    const grouped = { sku: group, name: group, attribute_set_id: 4, type_id: 'grouped', price: 0 };
    ok(await souk.admin.post('/V1/products', { product: grouped }));
    fails(await save({ gift_skus: [group] }), 400, impossible(group));
    const id = await giftRule(souk, 'any', [sku]);
    fails(await change(id, { extension_attributes: { gift_skus: [] } }), 400, missing);
    expect(await attributesOf(id)).toMatchObject({ gift_skus: [sku], gift_qty: 1 });
  });
});
