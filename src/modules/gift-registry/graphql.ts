import type { Call } from '../../kernel/call.ts';
import {
  enumTypes,
  extendInput,
  interfaceType,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { uidOf } from '../../kernel/uids.ts';
import { registryErrors } from './errors.ts';
import { loadItems, type StoredRegistryItem } from './items.ts';
import { registrantsOf, type StoredRegistrant } from './registrants.ts';
import { isOwn, type Registry } from './registries.ts';
import {
  attributeGroups,
  requireType,
  valueViews,
  type RegistryAttribute,
  type RegistryType,
  type ValueView,
} from './registry-types.ts';

const enums = enumTypes({
  GiftRegistryDynamicAttributeGroup: Object.values(attributeGroups),
  GiftRegistryPrivacySettings: ['PRIVATE', 'PUBLIC'],
  GiftRegistryStatus: ['ACTIVE', 'INACTIVE'],
});

const values = valueTypes({
  GiftRegistrySearchResult: {
    event_date: 'String',
    event_title: 'String!',
    gift_registry_uid: 'ID!',
    location: 'String',
    name: 'String!',
    type: 'String',
  },
});

/** A registrant as storefronts see it. */
interface RegistrantSource {
  readonly registry: Registry;
  readonly registrant: StoredRegistrant;
}

/** An attribute of a type as storefronts see it. */
interface AttributeSource {
  readonly attribute: RegistryAttribute;
  /** Position among the attributes of the type, from 1. */
  readonly position: number;
}

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    GiftRegistry: Registry;
    GiftRegistryDynamicAttribute: ValueView;
    GiftRegistryDynamicAttributeInterface: ValueView;
    GiftRegistryDynamicAttributeMetadata: AttributeSource;
    GiftRegistryDynamicAttributeMetadataInterface: AttributeSource;
    GiftRegistryItem: StoredRegistryItem;
    GiftRegistryItemInterface: StoredRegistryItem;
    GiftRegistryRegistrant: RegistrantSource;
    GiftRegistryRegistrantDynamicAttribute: ValueView;
    GiftRegistryType: RegistryType;
  }
}

/** Throws unless the caller is the owner of a registry. */
function requireOwner(call: Call, registry: Registry): void {
  if (!isOwn(call, registry)) throw registryErrors.ownerOnly();
}

/** A value that only the owner of a registry may see. Throws for other callers. */
function ownerOnly<T>(call: Call, registry: Registry, value: T): T {
  requireOwner(call, registry);
  return value;
}

const ownerOf = loader<number, Awaited<ReturnType<Call['services']['customer']['customer']>>>(async (ids, call) => {
  const found = await call.services.customer.customers(call, ids);
  return ids.map((id) => found.get(id));
});

const itemsOfRegistry = loader<number, readonly StoredRegistryItem[]>(async (ids, call) => {
  const found = await loadItems(call, ids);
  return ids.map((id) => found.get(id) ?? []);
});

/** The address of a registry in the form of an address book; its id is that of the entry, or 0. */
async function addressOf(call: Call, registry: Registry): Promise<GraphQLTypes['CustomerAddress'] | null> {
  const customer = await ownerOf(call, registry.customer_id);
  if (!customer) return null;
  const { region_code: _, firstname, lastname, city, telephone, country_id, ...fields } = registry.address;
  const address = {
    ...fields,
    firstname: firstname ?? '',
    lastname: lastname ?? '',
    city: city ?? '',
    telephone: telephone ?? '',
    country_id: country_id ?? '',
    vat_id: null,
    custom: {},
    id: registry.address_id ?? 0,
    customer_id: customer.id,
  };
  return { address, customer };
}

const registryType = objectType('GiftRegistry', (t) => ({
  created_at: t.field('String!', (registry, _, call) => ownerOnly(call, registry, registry.created_at)),
  dynamic_attributes: t.field('[GiftRegistryDynamicAttribute]', async (registry, _, call) =>
    valueViews((await requireType(call, registry.type)).event, registry.event),
  ),
  event_name: t.field('String!', ({ title }) => title),
  items: t.field('[GiftRegistryItemInterface]', ({ id }, _, call) => itemsOfRegistry(call, id)),
  message: 'String!',
  owner_name: t.field('String!', async ({ customer_id }, _, call) => {
    const owner = await ownerOf(call, customer_id);
    return [owner?.firstname, owner?.lastname].filter(Boolean).join(' ');
  }),
  privacy_settings: t.field('GiftRegistryPrivacySettings!', (registry, _, call) =>
    ownerOnly(call, registry, registry.is_public ? 'PUBLIC' : 'PRIVATE'),
  ),
  registrants: t.field('[GiftRegistryRegistrant]', async (registry, _, call) =>
    (await registrantsOf(call, registry.id)).map((registrant) => ({ registry, registrant })),
  ),
  shipping_address: t.field('CustomerAddress', (registry, _, call) => {
    requireOwner(call, registry);
    return addressOf(call, registry);
  }),
  status: t.field('GiftRegistryStatus!', (registry, _, call) =>
    ownerOnly(call, registry, registry.is_active ? 'ACTIVE' : 'INACTIVE'),
  ),
  type: t.field('GiftRegistryType', ({ type }, _, call) => requireType(call, type)),
  uid: 'ID!',
}));

const registrantType = objectType('GiftRegistryRegistrant', (t) => ({
  dynamic_attributes: t.field('[GiftRegistryRegistrantDynamicAttribute]', async ({ registry, registrant }, _, call) =>
    valueViews((await requireType(call, registry.type)).registrant, registrant.values),
  ),
  email: t.field('String!', ({ registry, registrant }, _, call) => ownerOnly(call, registry, registrant.email)),
  firstname: t.field('String!', ({ registrant }) => registrant.firstname),
  lastname: t.field('String!', ({ registrant }) => registrant.lastname),
  uid: t.field('ID!', ({ registrant }) => uidOf(registrant.id)),
}));

const valueDeclarations = [
  interfaceType(
    'GiftRegistryDynamicAttributeInterface',
    () => ({ code: 'ID!', label: 'String!', value: 'String!' }),
    ({ group }) => (group === 'registrant' ? 'GiftRegistryRegistrantDynamicAttribute' : 'GiftRegistryDynamicAttribute'),
  ),
  objectType(
    'GiftRegistryDynamicAttribute',
    (t) => ({ group: t.field('GiftRegistryDynamicAttributeGroup!', ({ group }) => attributeGroups[group]) }),
    ['GiftRegistryDynamicAttributeInterface'],
  ),
  objectType('GiftRegistryRegistrantDynamicAttribute', () => ({}), ['GiftRegistryDynamicAttributeInterface']),
];

const itemDeclarations = [
  interfaceType(
    'GiftRegistryItemInterface',
    (t) => ({
      created_at: t.field('String!', ({ addedAt }) => addedAt),
      note: 'String',
      product: t.field('ProductInterface', async ({ productId }, _, call) => {
        const product = await call.services.storefront.product(call, productId);
        const isOffered =
          Number(product?.values.status ?? 0) === 1 && product?.product.website_ids.includes(call.scope.websiteId);
        return isOffered ? product : null;
      }),
      quantity: t.field('Float!', ({ qty }) => qty),
      quantity_fulfilled: t.field('Float!', ({ fulfilled }) => fulfilled),
      uid: t.field('ID!', ({ id }) => uidOf(id)),
    }),
    () => 'GiftRegistryItem',
  ),
  objectType('GiftRegistryItem', () => ({}), ['GiftRegistryItemInterface']),
];

const typeDeclarations = [
  interfaceType(
    'GiftRegistryDynamicAttributeMetadataInterface',
    (t) => ({
      attribute_group: t.field('String!', ({ attribute }) => attribute.group),
      code: t.field('ID!', ({ attribute }) => attribute.code),
      input_type: t.field('String!', ({ attribute }) => attribute.type),
      is_required: t.field('Boolean!', ({ attribute }) => attribute.required),
      label: t.field('String!', ({ attribute }) => attribute.label),
      sort_order: t.field('Int', ({ position }) => position),
    }),
    () => 'GiftRegistryDynamicAttributeMetadata',
  ),
  objectType('GiftRegistryDynamicAttributeMetadata', () => ({}), ['GiftRegistryDynamicAttributeMetadataInterface']),
  objectType('GiftRegistryType', (t) => ({
    dynamic_attributes_metadata: t.field('[GiftRegistryDynamicAttributeMetadataInterface]', ({ registrant, event }) =>
      [...registrant, ...event].map((attribute, index) => ({ attribute, position: index + 1 })),
    ),
    label: 'String!',
    uid: t.field('ID!', ({ id }) => uidOf(id)),
  })),
];

/** Where a cart is shipped: the interface has no way to choose a registry in GraphQL. */
const shippingInput = extendInput('ShippingAddressInput', { gift_registry_uid: 'ID' });

/** The types of gift registries in GraphQL. */
export const registryTypeDeclarations = [
  enums,
  values,
  registryType,
  registrantType,
  ...valueDeclarations,
  ...itemDeclarations,
  ...typeDeclarations,
  shippingInput,
];
