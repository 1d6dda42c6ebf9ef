import type { Call } from '../../kernel/call.ts';
import { isRecord } from '../../kernel/fields.ts';
import { keysOf } from '../../kernel/own-fields.ts';
import { insertDocument, updateDocument } from '../../storage/documents.ts';
import { LONGEST_TEXT } from '../../storage/fit.ts';
import { registryErrors } from './errors.ts';
import {
  attributeGroups,
  attributeKinds,
  requireType,
  type RegistryAttribute,
  type RegistryTypeDocument,
} from './registry-types.ts';

/** Limits of a type: attributes of an event or of registrants, and options of an attribute. */
const MOST_ATTRIBUTES = 50;
const MOST_OPTIONS = 500;

const codeForm = /^[a-z][a-z0-9_]{0,63}$/;

/**
 * Reads a type from a person's JSON: `code`, `label`, `position`, and the attributes in `event` and `registrant`, each
 * with `code`, `label`, `type`, `required`, `group` and `options`. Throws 400 that names the fault.
 */
export function readType(text: string): { readonly code: string; readonly document: RegistryTypeDocument } {
  const input = parsed(text);
  if (!isRecord(input)) throw registryErrors.typeInvalid(['expected a JSON object']);
  const { code, label, position = 0, event = [], registrant = [], ...others } = input;
  refuseOthers(others, 'the type');
  if (!Number.isInteger(position)) throw registryErrors.typeInvalid(['"position" is no whole number']);
  const document = {
    label: textOf(label, '"label"'),
    position: Number(position),
    event: attributesOf(event, 'event'),
    registrant: attributesOf(registrant, 'registrant'),
  };
  return { code: codeOf(code, '"code"'), document };
}

/** Creates a type, or changes the one with the code; in a transaction. */
export async function saveType(call: Call, code: string, document: RegistryTypeDocument): Promise<void> {
  const found = await call.db
    .selectFrom('gift_registry_type')
    .select(['id', 'version'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (found) await updateDocument(call.db, 'gift_registry_type', found, {}, document);
  else await insertDocument(call.db, 'gift_registry_type', { code }, document);
}

/** Deletes a type; in a transaction. Throws 400 for an unknown type, and while registries have it. */
export async function deleteType(call: Call, code: string): Promise<void> {
  await requireType(call, code);
  const used = await call.db.selectFrom('gift_registry').select('id').where('type', '=', code).limit(1).execute();
  if (used.length > 0) throw registryErrors.typeUsed([code]);
  await call.db.deleteFrom('gift_registry_type').where('code', '=', code).execute();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw registryErrors.typeInvalid(['expected a JSON object'], { cause: error });
  }
}

function attributesOf(input: unknown, name: 'event' | 'registrant'): RegistryAttribute[] {
  if (!Array.isArray(input)) throw registryErrors.typeInvalid([`"${name}" is no list`]);
  if (input.length > MOST_ATTRIBUTES)
    throw registryErrors.typeInvalid([`"${name}" has over ${MOST_ATTRIBUTES} entries`]);
  const attributes = input.map((one: unknown) => attributeOf(one, name));
  const codes = new Set(attributes.map(({ code }) => code));
  if (codes.size < attributes.length) throw registryErrors.typeInvalid([`"${name}" has a code twice`]);
  return attributes;
}

function attributeOf(input: unknown, list: 'event' | 'registrant'): RegistryAttribute {
  if (!isRecord(input)) throw registryErrors.typeInvalid([`"${list}" has an entry that is no object`]);
  const { code: inputCode, label, type = 'text', group, required = false, options, ...others } = input;
  const code = codeOf(inputCode, `"code" in "${list}"`);
  refuseOthers(others, `attribute "${code}"`);
  const knownType = attributeKinds.find((one) => one === type);
  if (!knownType) throw registryErrors.typeInvalid([`"type" of "${code}" is none of ${attributeKinds.join(', ')}`]);
  if (typeof required !== 'boolean') throw registryErrors.typeInvalid([`"required" of "${code}" is no boolean`]);
  if ((knownType === 'select') !== (options !== undefined)) {
    throw registryErrors.typeInvalid([`"${code}" needs "options" if it is a select, and no others`]);
  }
  return {
    code,
    label: textOf(label, `"label" of "${code}"`),
    type: knownType,
    group: list === 'registrant' ? 'registrant' : groupOf(group, code),
    required,
    ...(options !== undefined && { options: optionsOf(options, code) }),
  };
}

function groupOf(group: unknown, code: string): RegistryAttribute['group'] {
  const name = group ?? 'event_information';
  const known = keysOf(attributeGroups).find((one) => one === name && one !== 'registrant');
  if (!known) throw registryErrors.typeInvalid([`"group" of "${code}" is unknown`]);
  return known;
}

function optionsOf(options: unknown, code: string): Record<string, string> {
  const entries = isRecord(options) && !Array.isArray(options) ? Object.entries(options) : [];
  if (entries.length === 0) throw registryErrors.typeInvalid([`"options" of "${code}" has no labels by code`]);
  if (entries.length > MOST_OPTIONS) throw registryErrors.typeInvalid([`"${code}" has over ${MOST_OPTIONS} options`]);
  return Object.fromEntries(entries.map(([key, label]) => [key, textOf(label, `option "${key}" of "${code}"`)]));
}

function codeOf(input: unknown, name: string): string {
  if (typeof input === 'string' && codeForm.test(input)) return input;
  throw registryErrors.typeInvalid([`${name} is no code of lower-case letters, digits and _`]);
}

function textOf(input: unknown, name: string): string {
  const text = typeof input === 'string' ? input.trim() : '';
  if (text === '' || text.length > LONGEST_TEXT) {
    throw registryErrors.typeInvalid([`${name} is no text of 1 to ${LONGEST_TEXT} characters`]);
  }
  return text;
}

function refuseOthers(others: object, owner: string): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw registryErrors.typeInvalid([`${owner} has no field "${unknown}"`]);
}
