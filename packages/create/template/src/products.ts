import { platformErrors } from '@souk/kit';
import type { ProductExtension } from '@souk/kit/catalog';
import { feesOf, setFee } from './tables.ts';

declare module '@souk/kit/catalog' {
  interface ProductExtensions {
    readonly vendor_name_fee?: number;
  }
}

/** The extension attribute `vendor_name_fee` of products. */
export const productFee: ProductExtension = {
  name: 'vendor_name_fee',
  fields: ['vendor_name_fee'],
  inLists: true,
  inCarts: false,
  async load(call, products) {
    const ids = products.map(({ id }) => id);
    const fees = await feesOf(call, ids);
    return new Map([...fees].map(([id, fee]) => [id, { vendor_name_fee: fee }]));
  },
  present: (_, { extensions: { vendor_name_fee } }) =>
    vendor_name_fee === undefined ? undefined : { vendor_name_fee },
  async save(call, { id }, { fields }) {
    const fee = fields['vendor_name_fee'];
    // Absent or null: unchanged.
    if (typeof fee !== 'number') return { vendor_name_fee: (await feesOf(call, [id])).get(id) ?? 0 };
    if (fee < 0) throw platformErrors.invalidValue({ fieldName: 'vendor_name_fee', value: fee });
    await setFee(call, id, fee);
    return { vendor_name_fee: fee };
  },
  remove: (call, { id }) => setFee(call, id, 0),
};
