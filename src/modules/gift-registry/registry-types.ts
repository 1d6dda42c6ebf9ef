import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import { isDay } from '../../kernel/time.ts';
import { decodeDocument } from '../../storage/documents.ts';
import { prepared } from '../../storage/prepared.ts';
import { registryErrors } from './errors.ts';

/** The groups of attributes with their names in GraphQL; attributes of registrants have a group of their own. */
export const attributeGroups = {
  event_information: 'EVENT_INFORMATION',
  privacy_settings: 'PRIVACY_SETTINGS',
  registrant: 'REGISTRANT',
  general_information: 'GENERAL_INFORMATION',
  detailed_information: 'DETAILED_INFORMATION',
  shipping_address: 'SHIPPING_ADDRESS',
} as const;

/** The kinds of attribute values. */
export const attributeKinds = ['text', 'date', 'country', 'select'] as const;

/** An attribute of an event or of a registrant. */
export interface RegistryAttribute {
  readonly code: string;
  readonly label: string;
  readonly type: (typeof attributeKinds)[number];
  readonly group: keyof typeof attributeGroups;
  readonly required: boolean;
  /** Options of a `select`: labels by code. */
  readonly options?: Readonly<Record<string, string>>;
}

/** The stored document of a type. */
export interface RegistryTypeDocument {
  readonly label: string;
  /** Position among all types. */
  readonly position: number;
  readonly event: readonly RegistryAttribute[];
  readonly registrant: readonly RegistryAttribute[];
}

/** A type of registries. */
export interface RegistryType extends RegistryTypeDocument {
  readonly id: number;
  readonly code: string;
}

/** Attribute values, by code of the attribute; of a `select`, the code of the option. */
export type AttributeValues = Readonly<Record<string, string>>;

const allTypes = prepared((db) => db.selectFrom('gift_registry_type').select(['id', 'code', 'document']));

const memoKey = {};

/** All types by position; read once in a call. */
export function registryTypes(call: Call): Promise<readonly RegistryType[]> {
  return call.memo(memoKey, async () => {
    const rows = await allTypes(call.db, {});
    return rows
      .map(({ id, code, document }): RegistryType => {
        const { label, position, event, registrant } = decodeDocument<RegistryTypeDocument>(document);
        return { id, code, label, position, event, registrant };
      })
      .sort((a, b) => a.position - b.position || a.id - b.id);
  });
}

/** The type with a code. Throws 400 for an unknown code. */
export async function requireType(call: Call, code: string): Promise<RegistryType> {
  const found = (await registryTypes(call)).find((type) => type.code === code);
  if (!found) throw registryErrors.unknownType([code]);
  return found;
}

const MAX_TEXT = 255;

/**
 * Attribute values with changes: the changed values are validated, the others stay; an empty text removes a value.
 * `before`: the values before; undefined for a new event or registrant, which needs all required values. Throws 400 for
 * unknown attributes, and for missing and invalid values.
 */
export function changedValues(
  call: Call,
  attributes: readonly RegistryAttribute[],
  changes: AttributeValues,
  before?: AttributeValues,
): AttributeValues {
  const unknown = Object.keys(changes).find((code) => !attributes.some((one) => one.code === code));
  if (unknown !== undefined) throw registryErrors.unknownAttribute([unknown]);
  const entries = attributes.flatMap((attribute) => {
    const { code, label, required } = attribute;
    const isKept = before !== undefined && !Object.hasOwn(changes, code);
    const value = isKept ? valueOf(before, code) : checkedValue(call, attribute, valueOf(changes, code).trim());
    if (value === '' && required && !isKept) throw registryErrors.required([label]);
    return value === '' ? [] : [[code, value] as const];
  });
  return Object.fromEntries(entries);
}

const valueOf = (values: AttributeValues, code: string): string => (Object.hasOwn(values, code) && values[code]) || '';

/** The stored form of a value. Throws 400 for an invalid one. */
function checkedValue(call: Call, attribute: RegistryAttribute, value: string): string {
  const stored = value === '' ? '' : storedValue(call, attribute, value);
  if (stored === undefined) throw registryErrors.invalid([attribute.label, value]);
  return stored;
}

function storedValue(call: Call, { type, options = {} }: RegistryAttribute, value: string): string | undefined {
  switch (type) {
    case 'date':
      return isDay(value) ? value : undefined;
    case 'country':
      return call.services.directory.country(value) ? value : undefined;
    case 'select':
      return optionOf(options, value);
    default:
      return value.length <= MAX_TEXT ? value : undefined;
  }
}

/** The code of an option from its code or its label; storefronts know labels alone. */
function optionOf(options: NonNullable<RegistryAttribute['options']>, value: string): string | undefined {
  if (Object.hasOwn(options, value)) return value;
  const label = foldText(value);
  return Object.entries(options).find((option) => foldText(option[1]) === label)?.[0];
}

/** An attribute value as people see it. */
export interface ValueView {
  readonly code: string;
  readonly label: string;
  readonly value: string;
  readonly group: RegistryAttribute['group'];
}

/** The values of attributes for people, in the order of the type; options by their labels. */
export function valueViews(attributes: readonly RegistryAttribute[], values: AttributeValues): ValueView[] {
  return attributes.flatMap(({ code, label, group, options }) => {
    const value = valueOf(values, code);
    return value === '' ? [] : [{ code, label, group, value: options?.[value] ?? value }];
  });
}
