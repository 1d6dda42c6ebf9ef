import type { Services } from '../../../kernel/merged-types.ts';
import { objectOf } from '../../../kernel/plain-objects.ts';
import { decodeInput } from '../../../platform/execution/call-route.ts';
import type { MigrationKind, Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import { extensionsOf, fieldsOf, textIn } from '../wire.ts';
import { addressesHere, enterAddresses, movedAddresses } from './customer-addresses.ts';
import { knownCustom } from './customer-attributes.ts';
import { groupIdOf, storeIdOf } from './stores.ts';

type MovedAccount = Parameters<Services['customer']['createMovedAccount']>[1];

const ids = [
  'id',
  'store_id',
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
  keepsIds: true,
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
    const { call, run } = saving;
    const { customer: service } = call.services;
    const website_id = await saving.idOf('websites', record['website_id']);
    const before =
      known === undefined
        ? await service.customerByEmail(call, textIn(record, 'email'), website_id)
        : await service.customer(call, Number(known));
    const idsHere = before && (await movedAddresses(saving, record, before));
    const { customer } = await decodeInput<MovedAccount>(run.platform, 'customerAccountManagementV1', 'createAccount', {
      customer: {
        ...(await customerHere(saving, record, website_id)),
        addresses: await addressesHere(saving, record, idsHere),
      },
    });
    const passwordHash = knownHash(saving, record);
    const id = known === undefined ? before?.id : Number(known);
    if (id !== undefined) {
      const after = await service.updateCustomer(call, { ...customer, id });
      if (passwordHash !== undefined) await service.offerPasswordHash(call, id, passwordHash);
      await enterAddresses(saving, record, after, idsHere);
      return id;
    }
    const { keepsIds } = run.options;
    const moved = { customer: { ...customer, id: Number(textIn(record, 'id')) }, keepsIds, passwordHash };
    const after = await service.createMovedAccount(call, moved);
    await enterAddresses(saving, record, after);
    return after.id;
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

/** The hash of a customer's password, if its form is known here. */
function knownHash({ call, lose }: Saving, { password_hash: hash }: SourceRecord): string | undefined {
  if (typeof hash === 'string' && call.services.customer.isKnownHash(hash)) return hash;
  if (hash !== undefined) lose('the form of its password hash is unknown');
  return undefined;
}

async function customerHere(saving: Saving, record: SourceRecord, website_id: number) {
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
  };
}
