import type { Call } from '../../../kernel/call.ts';
import type { Out } from '../../../kernel/types.ts';
import type { CustomerInput, ValidationResults } from '../customers/types.ts';
import { formRule } from '../metadata/form-rules.ts';

/**
 * Checks a customer for missing attributes: the required ones of forms, in their order. As in the interface, values
 * themselves are not checked.
 */
export async function validateCustomer(call: Call, input: CustomerInput): Promise<Out<typeof ValidationResults>> {
  const { eav } = call.services;
  const { storeId } = call.scope;
  const added = new Map((input.custom_attributes ?? []).map(({ attribute_code, value }) => [attribute_code, value]));
  const fields: Readonly<Record<string, unknown>> = input;
  const { byId } = await eav.entity(call, 'customer');
  const messages = [...byId.values()]
    .sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id)
    .filter((attribute) => {
      const { visible, required } = formRule(call, attribute, storeId);
      const value = added.get(attribute.code) ?? fields[attribute.code];
      return visible && required && eav.isEmpty(value) && eav.isEmpty(attribute.defaultValue);
    })
    .map((attribute) => eav.emptyValue(attribute).text);
  return { valid: messages.length === 0, messages };
}
