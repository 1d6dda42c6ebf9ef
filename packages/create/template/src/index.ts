import { module, t, type ModuleManifest } from '@souk/kit';
import { ProductExtensionAttributes } from '@souk/kit/catalog';
import { CartExtensionAttributes } from '@souk/kit/quote';
import { CreditmemoExtensionAttributes, InvoiceExtensionAttributes, OrderExtensionAttributes } from '@souk/kit/sales';
import { cartNote, orderNote } from './carts.ts';
import { graphql } from './graphql.ts';
import { productFee } from './products.ts';
import { getFee } from './routes.ts';
import { migrations } from './tables.ts';
import { cartFees, orderFees } from './totals.ts';

const note = { vendor_name_note: t.optional(t.string) };
const amounts = { vendor_name_fee_amount: t.optional(t.number), base_vendor_name_fee_amount: t.optional(t.number) };

/** A handling fee of products, which carts and orders charge, and a note of the buyer. */
export default (): ModuleManifest =>
  module({
    name: 'Vendor_Name',
    version: '0.1.0',
    compatible: '^0.0.0',
    needs: ['catalog', 'quote'],
    routes: [getFee],
    graphql,
    migrations,
    extends: [
      { type: ProductExtensionAttributes, fields: { vendor_name_fee: t.optional(t.number) } },
      { type: CartExtensionAttributes, fields: note },
      { type: OrderExtensionAttributes, fields: { ...note, ...amounts } },
      { type: InvoiceExtensionAttributes, fields: amounts },
      { type: CreditmemoExtensionAttributes, fields: amounts },
    ],
    contributes: {
      productExtensions: [productFee],
      cartExtensions: [cartNote],
      orderExtensions: [orderNote],
      cartTotals: [cartFees],
      orderTotals: [orderFees],
    },
  });
