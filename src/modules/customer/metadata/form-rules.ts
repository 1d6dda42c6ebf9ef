import type { Call } from '../../../kernel/call.ts';
import type { Attribute } from '../../eav/service.ts';
import { attributeForms, streetLines } from '../configuration.ts';

/** Visibility of an attribute in forms, and whether it is required. */
interface FormRule {
  readonly visible: boolean;
  readonly required: boolean;
  /** Most lines of an attribute that has several; 0 for all others. */
  readonly lines: number;
}

/** Attributes whose presence in forms is a setting, by entity. */
const configured: Readonly<Record<string, ReadonlySet<string>>> = {
  customer: new Set(['prefix', 'middlename', 'suffix', 'dob', 'taxvat', 'gender']),
  customer_address: new Set(['prefix', 'middlename', 'suffix', 'telephone', 'company', 'fax']),
};

/** The rule for an attribute in a store view's forms: from the settings, otherwise from its own properties. */
export function formRule(call: Call, attribute: Attribute, storeId: number): FormRule {
  const { code, entity, isVisible, isRequired, multilineCount } = attribute;
  if (configured[entity]?.has(code)) {
    const presence = call.config.of(attributeForms.of(code), { storeId });
    return { visible: presence !== 'hidden', required: presence === 'required', lines: multilineCount };
  }
  const lines = code === 'street' ? call.config.of(streetLines, { storeId }) : multilineCount;
  return { visible: isVisible, required: isRequired, lines };
}
