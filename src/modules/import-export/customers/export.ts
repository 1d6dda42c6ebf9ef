import type { Call } from '../../../kernel/call.ts';
import type { FileExportSettings } from '../../../kernel/file-exports.ts';
import type { StoredAddress, StoredCustomer } from '../../customer/service.ts';
import { addressColumns, customerColumns, genders } from './columns.ts';

/** Customers per page. */
const PAGE = 500;

type Values = Readonly<Record<string, string | number | null | undefined>>;

/** Customers in the layout of the interface's export, in order of ids; passwords as their hashes. */
export async function* exportCustomers(call: Call, settings: FileExportSettings): AsyncGenerator<readonly string[]> {
  const { customerFileColumns: addedColumns } = call.contributions;
  const columns = [...customerColumns, ...addedColumns.flatMap(({ names }) => names)];
  yield columns;
  for await (const page of pagesOfCustomers(call, settings)) {
    const ids = page.map(({ id }) => id);
    const hashes = await call.services.customer.passwordHashes(call, ids);
    const added = await Promise.all(addedColumns.map((one) => one.read(call, ids)));
    for (const customer of page) {
      yield cellsOf(columns, {
        ...fieldsOf(call, customer),
        ...Object.fromEntries(added.flatMap((cells) => Object.entries(cells.get(customer.id) ?? {}))),
        gender: customer.gender === null ? '' : genders.get(customer.gender),
        password_hash: hashes.get(customer.id),
      });
    }
  }
}

/** Addresses of customers in the layout of the interface's export, in order of customers. */
export async function* exportAddresses(call: Call, settings: FileExportSettings): AsyncGenerator<readonly string[]> {
  yield addressColumns;
  for await (const page of pagesOfCustomers(call, settings)) {
    for (const customer of page) {
      for (const address of customer.addresses) yield cellsOf(addressColumns, addressFields(call, customer, address));
    }
  }
}

/** Customers in pages, in order of ids. Throws for an unknown store view. */
export async function* pagesOfCustomers(
  call: Call,
  { since = '', store }: FileExportSettings,
): AsyncGenerator<readonly StoredCustomer[]> {
  const { services } = call;
  const view = store === undefined ? undefined : services.store.view(store);
  if (store !== undefined && !view) throw new Error(`there is no store view "${store}"`);
  for (let after = 0; ;) {
    const ids = await services.customer.idsAfter(call, after, PAGE);
    const found = await services.customer.customers(call, ids);
    yield ids
      .flatMap((id) => found.get(id) ?? [])
      .filter((one) => one.updated_at >= since && (!view || one.store_id === view.id));
    if (ids.length < PAGE) return;
    after = ids.at(-1) ?? after;
  }
}

function fieldsOf({ services: { store } }: Call, customer: StoredCustomer): Values {
  const { custom: _, addresses: __, is_subscribed: ___, ...fields } = customer;
  return {
    ...fields,
    _website: store.website(customer.website_id)?.code,
    _store: store.view(customer.store_id)?.code,
  };
}

function addressFields({ services: { store } }: Call, customer: StoredCustomer, address: StoredAddress): Values {
  const { custom: _, street, ...fields } = address;
  return {
    ...fields,
    street: street.join('\n'),
    region_id: address.region_id || '',
    _website: store.website(customer.website_id)?.code,
    _email: customer.email,
    _entity_id: address.id,
    _address_default_billing_: customer.default_billing === address.id ? 1 : '',
    _address_default_shipping_: customer.default_shipping === address.id ? 1 : '',
  };
}

function cellsOf(columns: readonly string[], values: Values): string[] {
  return columns.map((column) => String(values[column] ?? ''));
}
