import type { Call } from '../../kernel/call.ts';
import type { FileExportSettings } from '../../kernel/file-exports.ts';
import { decimalText } from './product-export/texts.ts';

type StoredOrder = Awaited<ReturnType<Call['services']['sales']['order']>>;

/** Orders per page. */
const PAGE = 500;

type Address = NonNullable<StoredOrder['shippingAddress']> | StoredOrder['fields']['billing_address'];

/** The columns of the export of the grid of orders, in its order, with their values. */
const columns: Readonly<
  Record<string, (order: StoredOrder, groups: ReadonlyMap<number, string>) => string | number | null | undefined>
> = {
  ID: ({ fields }) => fields.increment_id,
  'Purchase Point': ({ fields }) => fields.store_name,
  'Purchase Date': ({ fields }) => fields.created_at,
  'Bill-to Name': ({ fields }) => nameOf(fields.billing_address),
  'Ship-to Name': ({ shippingAddress }) => nameOf(shippingAddress),
  'Grand Total (Base)': ({ fields }) => money(fields.base_grand_total),
  'Grand Total (Purchased)': ({ fields }) => money(fields.grand_total),
  Status: ({ fields }) => fields.status,
  'Billing Address': ({ fields }) => addressText(fields.billing_address),
  'Shipping Address': ({ shippingAddress }) => addressText(shippingAddress),
  'Shipping Information': ({ fields }) => fields.shipping_description,
  'Customer Email': ({ fields }) => fields.customer_email,
  'Customer Group': ({ fields }, groups) => groups.get(fields.customer_group_id ?? 0),
  Subtotal: ({ fields }) => money(fields.base_subtotal),
  'Shipping and Handling': ({ fields }) => money(fields.base_shipping_amount),
  'Customer Name': ({ fields }) => personText(fields.customer_firstname, fields.customer_lastname),
  'Payment Method': ({ fields }) => fields.payment?.method,
  'Total Refunded': ({ fields }) => money(fields.base_total_refunded),
};

/** Orders in the layout of the export of the grid of orders, in order of ids. */
export async function* exportOrders(
  call: Call,
  { since, store: code }: FileExportSettings,
): AsyncGenerator<readonly string[]> {
  const { sales, customer, store } = call.services;
  const view = code === undefined ? undefined : store.view(code);
  if (code !== undefined && !view) throw new Error(`there is no store view "${code}"`);
  const groups = new Map(customer.allGroups().map((group) => [group.id, group.code]));
  yield Object.keys(columns);
  for (let after = 0; ;) {
    const ids = await sales.idsAfter(call, after, PAGE, since);
    const found = await sales.orders(call, ids, { items: false });
    for (const id of ids) {
      const order = found.get(id);
      if (!order || (view && order.fields.store_id !== view.id)) continue;
      yield Object.values(columns).map((valueOf) => String(valueOf(order, groups) ?? ''));
    }
    if (ids.length < PAGE) return;
    after = ids.at(-1) ?? after;
  }
}

function money(amount: number | null | undefined): string {
  return typeof amount === 'number' ? decimalText(amount, 4) : '';
}

function personText(...names: readonly (string | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

function nameOf(address: Address): string {
  return address ? personText(address.firstname, address.lastname) : '';
}

/** Street, city, region and postcode, as the grid shows an address. */
function addressText(address: Address): string {
  if (!address) return '';
  const { street, city, region, postcode } = address;
  return [...(street ?? []), city, region, postcode].filter(Boolean).join(',');
}
