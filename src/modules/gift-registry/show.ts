import type { Call } from '../../kernel/call.ts';
import type { RegistryItem } from './items.ts';
import type { Registry } from './registries.ts';
import { requireType, type RegistryType, type AttributeValues } from './registry-types.ts';

/** A registry in the fields of the interface's `GiftRegistry`. */
export async function showRegistry(call: Call, registry: Registry, items: readonly RegistryItem[]) {
  const type = requireType(registry.type);
  const owner = await call.services.customer.customer(call, registry.customer_id);
  return {
    uid: String(registry.id),
    created_at: registry.created_at,
    event_name: registry.title,
    message: registry.message,
    owner_name: [owner?.firstname, owner?.lastname].filter(Boolean).join(' '),
    privacy_settings: registry.is_public ? 'PUBLIC' : 'PRIVATE',
    status: registry.is_active ? 'ACTIVE' : 'INACTIVE',
    type: { uid: type.code, label: type.label },
    dynamic_attributes: attributeViews(type.event, registry.event, 'EVENT_INFORMATION'),
    registrants: registry.registrants.map(({ told: answers, ...person }) => ({
      ...person,
      dynamic_attributes: attributeViews(type.registrant, answers, 'REGISTRANT'),
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

function attributeViews(attributes: RegistryType['event'], answers: AttributeValues, group: string) {
  return attributes.flatMap(({ code, label, options }) => {
    const answer = answers[code];
    return answer === undefined ? [] : [{ code, label, group, value: options?.[answer] ?? answer }];
  });
}
