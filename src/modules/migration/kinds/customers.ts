import type { Services } from '../../../kernel/merged-types.ts';
import { anyText } from '../../../kernel/any-text.ts';
import { objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import { decodeInput } from '../../../platform/execution/call-route.ts';
import type { MigrationKind, Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import { customAttributes, customValues, extensionsOf, fieldsOf, textIn } from '../wire.ts';
import { groupIdOf, storeIdOf } from './stores.ts';

type MovedAccount = Parameters<Services['customer']['createMovedAccount']>[1];

const ids = [
  'id',
  'addresses',
  'default_billing',
  'default_shipping',
  'extension_attributes',
  'custom_attributes',
  'created_in',
  'updated_at',
  'password_hash',
];

/** Customers with their addresses. Their passwords are not part of the interface. */
export const customers: MigrationKind = {
  name: 'customers',
  part: 'customers',
  listing: {
    path: '/V1/customers/search',
    filterField: 'entity_id',
    idField: 'id',
    changedField: 'updated_at',
  },
  keyOf: (record) => textIn(record, 'id'),
  nameOf: (record) => textIn(record, 'email'),
  volatile: ['updated_at'],
  complete: ({ options: { passwordHashes } }, records) =>
    Promise.resolve(
      records.map((record) => {
        const hash = passwordHashes.get(textIn(record, 'email').toLowerCase());
        return hash === undefined ? record : Object.assign({}, record, { password_hash: hash });
      }),
    ),
  async save(saving, record, known) {
    const { call } = saving;
    const { customer: service } = call.services;
    const customer = await customerHere(saving, record);
    const { customer: decoded } = await decodeInput<MovedAccount>(
      saving.run.platform,
      'customerAccountManagementV1',
      'createAccount',
      { customer },
    );
    const email = textIn(record, 'email');
    const hash = record['password_hash'];
    const passwordHash = typeof hash === 'string' && service.isKnownHash(hash) ? hash : undefined;
    if (hash !== undefined && passwordHash === undefined) saving.lose('the form of its password hash is unknown');
    const before = known === undefined ? await service.customerByEmail(call, email, customer.website_id) : undefined;
    const id = known === undefined ? before?.id : Number(known);
    if (id === undefined) {
      return (await service.createMovedAccount(call, { customer: decoded, passwordHash })).id;
    }
    await service.updateCustomer(call, { ...decoded, id });
    if (passwordHash !== undefined) await service.offerPasswordHash(call, id, passwordHash);
    return id;
  },
  compared: {
    fields: [
      'email',
      'firstname',
      'lastname',
      'middlename',
      'prefix',
      'suffix',
      'dob',
      'gender',
      'taxvat',
      'created_at',
    ],
    read: async ({ call }, targetKey) => {
      const { customer } = call.services;
      const found = await customer.customer(call, Number(targetKey));
      return found && objectOf(await customer.show(call, found));
    },
  },
};

async function customerHere(saving: Saving, record: SourceRecord) {
  const website_id = await saving.idOf('websites', record['website_id']);
  const store_id = await storeIdOf(saving, record['store_id']);
  const { is_subscribed } = extensionsOf(record);
  return {
    ...fieldsOf(record, ids),
    email: textIn(record, 'email'),
    website_id,
    ...(store_id ? { store_id } : {}),
    group_id: await groupIdOf(saving, record['group_id']),
    ...(typeof is_subscribed === 'boolean' ? { extension_attributes: { is_subscribed } } : {}),
    custom_attributes: await knownCustom(saving, 'customerCustomerMetadataV1', record),
    addresses: await addressesHere(saving, record),
  };
}

async function addressesHere(saving: Saving, record: SourceRecord): Promise<SourceRecord[]> {
  const addresses = [];
  for (const address of objectsOf(record['addresses'])) {
    addresses.push({
      ...fieldsOf(address, ['id', 'customer_id', 'region_id', 'region', 'custom_attributes', 'extension_attributes']),
      ...regionHere(saving, address),
      custom_attributes: await knownCustom(saving, 'customerAddressMetadataV1', address),
    });
  }
  return addresses;
}

/** The region of an address: ids may differ between shops, codes do not. */
function regionHere({ call }: Saving, address: SourceRecord): SourceRecord {
  const { region_code, region, region_id } = objectOf(address['region']);
  const { directory } = call.services;
  const country = anyText(address['country_id']);
  const texts = [region_code, region].filter((one) => typeof one === 'string' && one !== '').map(anyText);
  const found = texts.map((one) => directory.regionByText(country, one)).find((one) => one !== undefined);
  if (found)
    return { region_id: found.id, region: { region_code: found.code, region: found.name, region_id: found.id } };
  return region_id || texts.length > 0 ? { region: { region_code, region } } : {};
}

/** The values of added attributes that this shop has as well. */
async function knownCustom(saving: Saving, service: string, record: SourceRecord): Promise<SourceRecord[]> {
  const values = customValues(record);
  if (values.size === 0) return [];
  const all = await saving.route<{ attribute_code: string; frontend_input?: string }[]>(
    service,
    'getAllAttributesMetadata',
  );
  const known = new Map(all.map((one) => [one.attribute_code, one.frontend_input]));
  const moved = new Map<string, unknown>();
  for (const [code, value] of values) {
    const input = known.get(code);
    if (input === undefined) saving.lose(`its attribute ${code} is unknown here`);
    else if (input === 'select' || input === 'multiselect')
      saving.lose(`the options of its attribute ${code} may differ here`);
    else moved.set(code, value);
  }
  return customAttributes(moved);
}
