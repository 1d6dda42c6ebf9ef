import type { Call } from '../../kernel/call.ts';
import type { RegistryItem } from './items.ts';
import type { Registry } from './registries.ts';
import { loadRegistrants } from './registrants.ts';
import { attributeGroups, requireType, valueViews, type RegistryType, type AttributeValues } from './registry-types.ts';

/** A registry in the fields of the interface's `GiftRegistry`. */
export async function showRegistry(call: Call, registry: Registry, items: readonly RegistryItem[]) {
  const type = await requireType(call, registry.type);
  const registrants = (await loadRegistrants(call, [registry.id])).get(registry.id) ?? [];
  const owner = await call.services.customer.customer(call, registry.customer_id);
  return {
    id: registry.id,
    uid: registry.uid,
    created_at: registry.created_at,
    event_name: registry.title,
    message: registry.message,
    owner_name: [owner?.firstname, owner?.lastname].filter(Boolean).join(' '),
    privacy_settings: registry.is_public ? 'PUBLIC' : 'PRIVATE',
    status: registry.is_active ? 'ACTIVE' : 'INACTIVE',
    type: { uid: type.code, label: type.label },
    dynamic_attributes: attributeViews(type.event, registry.event),
    registrants: registrants.map(({ id, firstname, lastname, email, values }) => ({
      id,
      firstname,
      lastname,
      email,
      dynamic_attributes: attributeViews(type.registrant, values),
    })),
    shipping_address: registry.address,
    items: items.map((item) => ({
      uid: String(item.id),
      created_at: item.addedAt,
      note: item.note,
      product: { sku: item.sku, name: item.name },
      quantity: item.qty,
      quantity_fulfilled: item.fulfilled,
    })),
  };
}

function attributeViews(attributes: RegistryType['event'], values: AttributeValues) {
  return valueViews(attributes, values).map(({ code, label, value, group }) => ({
    code,
    label,
    group: attributeGroups[group],
    value,
  }));
}
