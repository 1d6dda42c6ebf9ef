import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { module } from '../../src/kernel/module.ts';
import { modules } from '../../src/program/modules.ts';
import { openSouk } from '../../src/program/souk.ts';
import { engines } from '../storage/databases.ts';
import { criteria, fails, ok, unique } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

const parcels = module({
  name: 'Parcel',
  contributes: {
    productTypes: [
      {
        name: 'parcel',
        label: 'Parcel',
        sortOrder: 90,
        isComposite: false,
        attributes: ['price', 'tax_class_id', 'cost'],
      },
    ],
  },
});

/** A product type is its module's alone: the attributes that apply to it follow from what the module says of the type. */
describe.each(engines)('a product type of another module, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine, { modules: [...modules, parcels] });
  });
  afterAll(() => here.stop());

  const appliesTo = async (code: string): Promise<string[]> =>
    ok(await here.admin.get(`/V1/products/attributes/${code}`)).apply_to;

  it('stands in the attributes that it names, after those that have them already, and in no other', async () => {
    expect(await appliesTo('cost')).toEqual(['simple', 'virtual', 'downloadable', 'parcel']);
    expect(await appliesTo('price')).toEqual(['simple', 'virtual', 'downloadable', 'bundle', 'configurable', 'parcel']);
    expect(await appliesTo('weight')).not.toContain('parcel');
    const list = criteria([[{ field: 'apply_to', value: '%parcel%', condition_type: 'like' }]]);
    const { items } = ok(await here.admin.get(`/V1/products/attributes?${list}`));
    expect(items.map((one: { attribute_code: string }) => one.attribute_code).sort()).toEqual([
      'cost',
      'price',
      'tax_class_id',
    ]);
  });

  it('has the values of these attributes alone, and has them checked', async () => {
    const custom_attributes = [
      { attribute_code: 'cost', value: '4.5' },
      { attribute_code: 'special_price', value: '8' },
    ];
    const { sku } = await newProduct(here, { type_id: 'parcel', price: 25, weight: 3, custom_attributes });
    const saved = ok(await here.admin.get(`/V1/products/${sku}`));
    expect(saved).toMatchObject({ type_id: 'parcel', price: 25 });
    expect(saved.weight).toBeUndefined();
    const codes = saved.custom_attributes.map((one: { attribute_code: string }) => one.attribute_code);
    expect(codes).toContain('cost');
    expect(codes).not.toContain('special_price');
    // What does not apply is passed over and not looked at.
    const wrong = { sku: unique('card'), name: 'Card', attribute_set_id: 4, price: -1, type_id: 'parcel' };
    fails(await here.admin.post('/V1/products', { product: wrong }), 400);
    ok(await here.admin.post('/V1/products', { product: { ...wrong, type_id: 'unknown' } }));
  });

  it('joins attributes once: what the catalogue says of them later stays', async () => {
    const attribute = ok(await here.admin.get('/V1/products/attributes/cost'));
    ok(await here.admin.put('/V1/products/attributes/cost', { attribute: { ...attribute, apply_to: ['simple'] } }));
    const again = await openSouk(here.souk.platform.settings, here.souk.platform.log, [...modules, parcels]);
    await again.close();
    expect(await appliesTo('cost')).toEqual(['simple']);
  });

  it('joins them on a database that is older than its module', async () => {
    const plain = await startHere(engine);
    try {
      const attributeOf = () => plain.souk.systemCall().services.eav.current('catalog_product').byCode.get('price')!;
      expect(attributeOf().applyTo).not.toContain('parcel');
      const { settings, log } = plain.souk.platform;
      const later = await openSouk(settings, log, [...modules, parcels]);
      const seen = later.platform.services.eav.current('catalog_product').byCode.get('price')!;
      await later.close();
      expect(seen.applyTo).toEqual([...attributeOf().applyTo.filter((type) => type !== 'parcel'), 'parcel']);
    } finally {
      await plain.stop();
    }
  });

  it('cannot name an attribute that there is not', async () => {
    const [type] = parcels.contributes!.productTypes!;
    const wrong = {
      ...parcels,
      contributes: { productTypes: [{ ...type!, name: 'voucher', attributes: ['prise'] }] },
    };
    const plain = await startHere(engine);
    try {
      const { settings, log } = plain.souk.platform;
      await expect(openSouk(settings, log, [...modules, wrong])).rejects.toThrow(
        'the product type voucher names an attribute that there is not: prise',
      );
    } finally {
      await plain.stop();
    }
  });
});
