import type { Call } from '../../kernel/call.ts';
import {
  enumTypes,
  inputTypes,
  interfaceType,
  mutations,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { idOf, uidOf } from '../../kernel/uids.ts';
import { moveCartItems, type RefusedItem } from './cart-items.ts';
import { mostRegistries } from './configuration.ts';
import { registryErrors } from './errors.ts';
import { ownRegistry } from './graphql-queries.ts';
import { changeItems, removeItems } from './items.ts';
import { mailOwner } from './mails.ts';
import { addRegistrants, changeRegistrants, removeRegistrants } from './registrants.ts';
import { areEnabled, registriesOf, requireRegistry, type Registry } from './registries.ts';
import { registryTypes, type AttributeValues } from './registry-types.ts';
import { changeRegistry, createRegistry, deleteRegistry, type RegistryChanges } from './save.ts';
import { shareRegistry } from './sharing.ts';

const enums = enumTypes({ GiftRegistryItemsUserErrorType: ['OUT_OF_STOCK', 'NOT_FOUND', 'UNDEFINED'] });

const changed = { gift_registry: 'GiftRegistry' } as const;
const values = valueTypes({
  AddGiftRegistryRegistrantsOutput: changed,
  CreateGiftRegistryOutput: changed,
  GiftRegistryItemsUserError: {
    code: 'GiftRegistryItemsUserErrorType!',
    gift_registry_item_uid: 'ID',
    gift_registry_uid: 'ID',
    message: 'String!',
    product_uid: 'ID',
  },
  RemoveGiftRegistryItemsOutput: changed,
  RemoveGiftRegistryOutput: { success: 'Boolean!' },
  RemoveGiftRegistryRegistrantsOutput: changed,
  ShareGiftRegistryOutput: { is_shared: 'Boolean!' },
  UpdateGiftRegistryItemsOutput: changed,
  UpdateGiftRegistryOutput: changed,
  UpdateGiftRegistryRegistrantsOutput: changed,
});

const attributes = { dynamic_attributes: '[GiftRegistryDynamicAttributeInput]' } as const;
const inputs = inputTypes({
  AddGiftRegistryRegistrantInput: { ...attributes, email: 'String!', firstname: 'String!', lastname: 'String!' },
  CreateGiftRegistryInput: {
    ...attributes,
    event_name: 'String!',
    gift_registry_type_uid: 'ID!',
    message: 'String!',
    privacy_settings: 'GiftRegistryPrivacySettings!',
    registrants: '[AddGiftRegistryRegistrantInput!]!',
    shipping_address: 'GiftRegistryShippingAddressInput',
    status: 'GiftRegistryStatus!',
  },
  GiftRegistryDynamicAttributeInput: { code: 'ID!', value: 'String!' },
  GiftRegistryShippingAddressInput: { address_data: 'CustomerAddressInput', address_id: 'ID' },
  ShareGiftRegistryInviteeInput: { email: 'String!', name: 'String!' },
  ShareGiftRegistrySenderInput: { message: 'String!', name: 'String!' },
  UpdateGiftRegistryInput: {
    ...attributes,
    event_name: 'String',
    message: 'String',
    privacy_settings: 'GiftRegistryPrivacySettings',
    shipping_address: 'GiftRegistryShippingAddressInput',
    status: 'GiftRegistryStatus',
  },
  UpdateGiftRegistryItemInput: { gift_registry_item_uid: 'ID!', note: 'String', quantity: 'Float!' },
  UpdateGiftRegistryRegistrantInput: {
    ...attributes,
    email: 'String',
    firstname: 'String',
    gift_registry_registrant_uid: 'ID!',
    lastname: 'String',
  },
});

/** The result of moving items of a cart. */
interface MovedItems {
  readonly gift_registry: Registry;
  readonly status: boolean;
  readonly user_errors: readonly GraphQLTypes['GiftRegistryItemsUserError'][];
}

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    GiftRegistryItemUserErrorInterface: MovedItems;
    GiftRegistryOutputInterface: MovedItems;
    MoveCartItemsToGiftRegistryOutput: MovedItems;
  }
}

const moved = [
  interfaceType(
    'GiftRegistryItemUserErrorInterface',
    () => ({ status: 'Boolean!', user_errors: '[GiftRegistryItemsUserError]!' }),
    () => 'MoveCartItemsToGiftRegistryOutput',
  ),
  interfaceType(
    'GiftRegistryOutputInterface',
    () => changed,
    () => 'MoveCartItemsToGiftRegistryOutput',
  ),
  objectType('MoveCartItemsToGiftRegistryOutput', () => ({}), [
    'GiftRegistryItemUserErrorInterface',
    'GiftRegistryOutputInterface',
  ]),
];

type AttributeInputs = readonly (GraphQLTypes['GiftRegistryDynamicAttributeInput'] | null | undefined)[];

function valuesOf(given: AttributeInputs | null | undefined): AttributeValues {
  return Object.fromEntries((given ?? []).flatMap((one) => (one ? [[one.code, one.value]] : [])));
}

/** The address that an input chooses; undefined if it chooses none. Throws 400. */
async function addressOf(
  call: Call,
  input: GraphQLTypes['GiftRegistryShippingAddressInput'] | null | undefined,
): Promise<RegistryChanges['address']> {
  if (!input) return undefined;
  const { address_data: fields, address_id: id } = input;
  if (fields && id != null) throw registryErrors.addressTwice();
  if (fields) return call.services.customer.readStorefrontAddress(call, fields);
  if (id == null) throw registryErrors.addressNone();
  // Both ids of the address are accepted: the number, and the uid.
  const number = /^\d{1,15}$/.test(id) ? Number(id) : idOf(id);
  if (number === undefined) throw registryErrors.noAddress([id]);
  return number;
}

const isPublicOf = (settings: 'PRIVATE' | 'PUBLIC' | null | undefined) =>
  settings ? settings === 'PUBLIC' : undefined;
const isActiveOf = (status: 'ACTIVE' | 'INACTIVE' | null | undefined) => (status ? status === 'ACTIVE' : undefined);

async function create(call: Call, input: GraphQLTypes['CreateGiftRegistryInput']): Promise<Registry> {
  if (!areEnabled(call)) throw registryErrors.disabled();
  // Without the lock, concurrent requests could exceed the limit.
  await call.services.customer.lock(call, call.caller.id);
  const most = call.config.of(mostRegistries, { storeId: call.scope.storeId });
  if ((await registriesOf(call, call.caller.id)).length >= most) throw registryErrors.tooMany([most]);
  const typeUid = input.gift_registry_type_uid;
  const type = (await registryTypes(call)).find(({ id }) => uidOf(id) === typeUid);
  if (!type) throw registryErrors.unknownType([typeUid]);
  const registry = await createRegistry(call, call.caller.id, type.code, {
    title: input.event_name,
    message: input.message,
    isPublic: isPublicOf(input.privacy_settings),
    isActive: isActiveOf(input.status),
    event: valuesOf(input.dynamic_attributes),
    registrants: input.registrants.map(registrantOf),
    address: await addressOf(call, input.shipping_address),
  });
  await mailOwner(call, registry);
  return registry;
}

function registrantOf({ dynamic_attributes, ...person }: GraphQLTypes['AddGiftRegistryRegistrantInput']) {
  return { ...person, values: valuesOf(dynamic_attributes) };
}

async function update(call: Call, registry: Registry, input: GraphQLTypes['UpdateGiftRegistryInput']): Promise<void> {
  await changeRegistry(call, registry, {
    title: input.event_name ?? undefined,
    message: input.message ?? undefined,
    isPublic: isPublicOf(input.privacy_settings),
    isActive: isActiveOf(input.status),
    event: valuesOf(input.dynamic_attributes),
    address: await addressOf(call, input.shipping_address),
  });
}

function registrantChangesOf(input: GraphQLTypes['UpdateGiftRegistryRegistrantInput']) {
  const { email, firstname, lastname, dynamic_attributes, gift_registry_registrant_uid: uid } = input;
  return {
    id: idIn(uid),
    ...(email != null && { email }),
    ...(firstname != null && { firstname }),
    ...(lastname != null && { lastname }),
    values: valuesOf(dynamic_attributes),
  };
}

function itemChangesOf({
  gift_registry_item_uid: uid,
  note,
  quantity: qty,
}: GraphQLTypes['UpdateGiftRegistryItemInput']) {
  return { id: idIn(uid), qty, note };
}

/** The id in a uid; 0, which nothing has, for an invalid uid. */
const idIn = (uid: string): number => idOf(uid) ?? 0;

/** Changes a registry of the caller; returns it as it is afterwards. */
async function changing(
  call: Call,
  uid: string,
  change: (registry: Registry) => Promise<unknown>,
): Promise<{ readonly gift_registry: Registry }> {
  const registry = await ownRegistry(call, uid);
  await change(registry);
  return { gift_registry: await requireRegistry(call, registry.id) };
}

const errorCodes: Readonly<Record<string, GraphQLTypes['GiftRegistryItemsUserErrorType']>> = {
  [registryErrors.outOfStock.template]: 'OUT_OF_STOCK',
  [registryErrors.notOffered.template]: 'NOT_FOUND',
};

function userErrorOf(registry: Registry, { productId, error }: RefusedItem): MovedItems['user_errors'][number] {
  return {
    code: errorCodes[error.message] ?? 'UNDEFINED',
    gift_registry_item_uid: null,
    gift_registry_uid: registry.uid,
    message: error.text,
    product_uid: uidOf(productId),
  };
}

async function move(call: Call, cartUid: string, uid: string): Promise<MovedItems> {
  const registry = await ownRegistry(call, uid);
  const cart = await call.services.quote.storefrontCart(call, cartUid);
  const refused = await moveCartItems(call, cart, registry);
  return {
    gift_registry: registry,
    status: refused.length === 0,
    user_errors: refused.map((one) => userErrorOf(registry, one)),
  };
}

const ofRegistry = { giftRegistryUid: 'ID!' } as const;
const own = { customersOnly: true } as const;

const registryMutations = mutations((t) => ({
  createGiftRegistry: t.field(
    'CreateGiftRegistryOutput',
    { giftRegistry: 'CreateGiftRegistryInput!' },
    async (_, { giftRegistry }, call) => ({ gift_registry: await create(call, giftRegistry) }),
    own,
  ),
  moveCartItemsToGiftRegistry: t.field(
    'MoveCartItemsToGiftRegistryOutput',
    { cartUid: 'ID!', ...ofRegistry },
    (_, { cartUid, giftRegistryUid }, call) => move(call, cartUid, giftRegistryUid),
    own,
  ),
  removeGiftRegistry: t.field(
    'RemoveGiftRegistryOutput',
    ofRegistry,
    async (_, { giftRegistryUid }, call) => {
      await deleteRegistry(call, await ownRegistry(call, giftRegistryUid));
      return { success: true };
    },
    own,
  ),
  shareGiftRegistry: t.field(
    'ShareGiftRegistryOutput',
    {
      ...ofRegistry,
      sender: 'ShareGiftRegistrySenderInput!',
      invitees: '[ShareGiftRegistryInviteeInput!]!',
    },
    async (_, { giftRegistryUid, sender, invitees }, call) => {
      await shareRegistry(call, await ownRegistry(call, giftRegistryUid), sender, invitees);
      return { is_shared: true };
    },
    own,
  ),
  updateGiftRegistry: t.field(
    'UpdateGiftRegistryOutput',
    { ...ofRegistry, giftRegistry: 'UpdateGiftRegistryInput!' },
    (_, { giftRegistryUid, giftRegistry }, call) =>
      changing(call, giftRegistryUid, (registry) => update(call, registry, giftRegistry)),
    own,
  ),
}));

const partMutations = mutations((t) => ({
  addGiftRegistryRegistrants: t.field(
    'AddGiftRegistryRegistrantsOutput',
    { ...ofRegistry, registrants: '[AddGiftRegistryRegistrantInput!]!' },
    (_, { giftRegistryUid, registrants }, call) =>
      changing(call, giftRegistryUid, (registry) => addRegistrants(call, registry, registrants.map(registrantOf))),
    own,
  ),
  removeGiftRegistryItems: t.field(
    'RemoveGiftRegistryItemsOutput',
    { ...ofRegistry, itemsUid: '[ID!]!' },
    (_, { giftRegistryUid, itemsUid }, call) =>
      changing(call, giftRegistryUid, (registry) => removeItems(call, registry, itemsUid.map(idIn))),
    own,
  ),
  removeGiftRegistryRegistrants: t.field(
    'RemoveGiftRegistryRegistrantsOutput',
    { ...ofRegistry, registrantsUid: '[ID!]!' },
    (_, { giftRegistryUid, registrantsUid }, call) =>
      changing(call, giftRegistryUid, (registry) => removeRegistrants(call, registry, registrantsUid.map(idIn))),
    own,
  ),
  updateGiftRegistryItems: t.field(
    'UpdateGiftRegistryItemsOutput',
    { ...ofRegistry, items: '[UpdateGiftRegistryItemInput!]!' },
    (_, { giftRegistryUid, items }, call) =>
      changing(call, giftRegistryUid, (registry) => changeItems(call, registry, items.map(itemChangesOf))),
    own,
  ),
  updateGiftRegistryRegistrants: t.field(
    'UpdateGiftRegistryRegistrantsOutput',
    { ...ofRegistry, registrants: '[UpdateGiftRegistryRegistrantInput!]!' },
    (_, { giftRegistryUid, registrants }, call) =>
      changing(call, giftRegistryUid, (registry) =>
        changeRegistrants(call, registry, registrants.map(registrantChangesOf)),
      ),
    own,
  ),
}));

/** The mutations of gift registries. */
export const registryChangeDeclarations = [enums, values, inputs, ...moved, registryMutations, partMutations];
