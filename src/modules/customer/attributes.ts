import type { Call } from '../../kernel/call.ts';
import { PlatformError } from '../../kernel/errors.ts';
import { keysOf } from '../../kernel/own-fields.ts';
import type { CustomAttribute } from '../../kernel/types.ts';
import type { Attribute, EntityAttributes, StoredValue } from '../eav/service.ts';
import type { CustomValues } from './custom-values.ts';
import { readDate } from './dates.ts';
import { isEmailAddress } from './email-address.ts';
import { customerErrors } from './errors.ts';
import { holdsFile } from './files/rules.ts';
import { readFileValue, removeFiles } from './files/values.ts';
import { formRule } from './metadata/form-rules.ts';
import type { FormEntity } from './metadata/metadata.ts';

/** Default maximum length of a text, in characters. */
const LONGEST = 255;

/** Fields of the platform's own that are checked as attributes, by entity. */
const enteredFields: Readonly<Record<FormEntity, ReadonlySet<string>>> = {
  customer: new Set(['prefix', 'firstname', 'middlename', 'lastname', 'suffix', 'email', 'dob', 'taxvat', 'gender']),
  customer_address: new Set([
    'prefix',
    'firstname',
    'middlename',
    'lastname',
    'suffix',
    'company',
    'street',
    'city',
    'postcode',
    'telephone',
    'fax',
    'vat_id',
  ]),
};

/** Recorded behaviour of the interface: a date of birth is optional even if the configuration requires it. */
const neverMissing: ReadonlySet<string> = new Set(['dob']);

/** The values to check. */
interface EnteredAttributes {
  readonly entity: FormEntity;
  readonly fields: object;
  readonly custom: CustomValues;
  /** Store view whose forms decide which attributes are required. */
  readonly storeId: number;
}

/** Errors of attribute values, in the order of forms; texts for callers. */
export async function attributeProblems(
  call: Call,
  { entity, fields, custom, storeId }: EnteredAttributes,
): Promise<string[]> {
  const { byId } = await call.services.eav.entity(call, entity);
  const attributes = [...byId.values()]
    .filter((attribute) => attribute.isUserDefined || enteredFields[entity].has(attribute.code))
    .sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id);
  const problems: PlatformError[] = [];
  for (const attribute of attributes) {
    const value: unknown = attribute.isUserDefined ? custom[attribute.code] : Reflect.get(fields, attribute.code);
    problems.push(...(await problemsOf(call, attribute, value, storeId)));
  }
  return problems.map((problem) => problem.text);
}

async function problemsOf(call: Call, attribute: Attribute, value: unknown, storeId: number): Promise<PlatformError[]> {
  const { code } = attribute;
  const label = attribute.labels.get(storeId) ?? attribute.label ?? code;
  const { visible, required, lines } = formRule(call, attribute, storeId);
  if (isEmpty(value)) {
    return visible && required && !neverMissing.has(code) ? [customerErrors.requiredValue([label])] : [];
  }
  switch (attribute.frontendInput) {
    case 'select':
    case 'multiselect': {
      const options = await call.services.eav.options(call, attribute.id, storeId);
      const unknown = String(value)
        .split(',')
        .find((entry) => !options.some((option) => option.value === entry));
      return unknown === undefined ? [] : [customerErrors.optionUnknown([code, unknown])];
    }
    case 'date':
      return dateProblems(call, label, String(value), code);
    case 'multiline':
      return linesProblems(attribute, label, Array.isArray(value) ? value : [value], lines);
    default:
      return textProblems(attribute, label, String(value));
  }
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return value === null || value === undefined || value === '' || value === 0;
}

function dateProblems(call: Call, label: string, value: string, code: string): PlatformError[] {
  const date = readDate(value);
  if (date === undefined) return [customerErrors.dateInvalid([label])];
  const today = call.clock.now().toISOString().slice(0, 10);
  return code === 'dob' && date > today ? [customerErrors.birthInFuture()] : [];
}

function linesProblems(attribute: Attribute, label: string, lines: readonly unknown[], most: number): PlatformError[] {
  if (lines.length > most) return [customerErrors.lines([label, most])];
  return textProblems(attribute, label, lines.join('\n'));
}

function textProblems(attribute: Attribute, label: string, text: string): PlatformError[] {
  const longest = Number(attribute.validation.max_text_length ?? (attribute.backendType === 'text' ? 65_535 : LONGEST));
  // Characters are counted only where the text could be too long.
  if (text.length > longest && Array.from(text).length > longest) {
    return [customerErrors.textLength([label, longest])];
  }
  if (attribute.validation.input_validation === 'email' && !isEmailAddress(text)) {
    return [customerErrors.emailInvalid([label])];
  }
  return [];
}

/**
 * Characters of names, as in the interface: letters of any script with their marks, digits, blanks and a few others.
 */
const namePattern = /^[\p{L}\p{M},\-_.'’`&\s\d]{1,255}$/u;

const nameLabels = { firstname: 'First Name', lastname: 'Last Name', middlename: 'Middle Name' } as const;

/** Errors of a person's names. */
export function nameProblems(person: { readonly [K in keyof typeof nameLabels]: string | null }): string[] {
  return keysOf(nameLabels)
    .filter((field) => person[field] && !namePattern.test(person[field]))
    .map((field) => customerErrors.nameInvalid([nameLabels[field]]).text);
}

/** Throws all that is wrong with a customer or address as one error, a line for each. */
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new PlatformError('input', problems.join('\n'));
}

/**
 * The values of added attributes with the input applied. Missing codes stay unchanged, null removes a value, codes of
 * unknown attributes are skipped. Throws for a value of the wrong type.
 */
export async function readCustomValues(
  call: Call,
  entity: FormEntity,
  input: readonly CustomAttribute[] | null | undefined,
  before: CustomValues | undefined,
): Promise<CustomValues> {
  const { eav } = call.services;
  const { byCode } = await eav.entity(call, entity);
  const values: Record<string, StoredValue> = { ...(before ?? defaults(byCode)) };
  for (const { attribute_code: code, value } of input ?? []) {
    const attribute = byCode.get(code);
    if (!attribute?.isUserDefined) continue;
    const earlier = before?.[code];
    const stored = holdsFile(attribute)
      ? await readFileValue(call, { entity, attribute, value, before: earlier })
      : eav.checkValue(attribute, value);
    if (holdsFile(attribute) && earlier && stored !== earlier) await removeFiles(call, [String(earlier)]);
    if (stored === null) delete values[code];
    else values[code] = stored;
  }
  return values;
}

/**
 * The values of added attributes of an address outside an address book, such as that of a cart. Codes of unknown attributes
 * are skipped, and required attributes may be missing. Throws for an invalid value.
 */
export async function readAddressValues(
  call: Call,
  input: readonly CustomAttribute[] | null | undefined,
  storeId: number,
): Promise<CustomValues> {
  if (!input?.length) return {};
  const { byCode } = await call.services.eav.entity(call, 'customer_address');
  const isFile = ({ attribute_code: code }: CustomAttribute): boolean => {
    const attribute = byCode.get(code);
    return attribute !== undefined && holdsFile(attribute);
  };
  const others = input.filter((one) => !isFile(one));
  const values = {
    ...(await readCustomValues(call, 'customer_address', others, {})),
    ...pathsOf(input.filter(isFile)),
  };
  const problems: PlatformError[] = [];
  for (const [code, value] of Object.entries(values)) {
    const attribute = isEmpty(value) ? undefined : byCode.get(code);
    if (attribute) problems.push(...(await problemsOf(call, attribute, value, storeId)));
  }
  refuse(problems.map((problem) => problem.text));
  return values;
}

/**
 * Files of addresses outside an address book: the paths of files of the address book. Throws for files, which only an address book
 * stores.
 */
function pathsOf(input: readonly CustomAttribute[]): CustomValues {
  const values: Record<string, StoredValue> = {};
  for (const { attribute_code: code, value } of input) {
    if (isEmpty(value)) continue;
    if (typeof value !== 'string' || !value.startsWith('/')) throw customerErrors.fileOutsideBook([code]);
    values[code] = value;
  }
  return values;
}

/** Default values of the added attributes of a new entity. */
function defaults(byCode: EntityAttributes['byCode']): Record<string, StoredValue> {
  const added = [...byCode.values()].filter(({ isUserDefined, defaultValue }) => isUserDefined && defaultValue);
  return Object.fromEntries(added.map(({ code, defaultValue }) => [code, defaultValue]));
}

/** Values of added attributes as the wire has them. */
export function showCustomValues(values: CustomValues): CustomAttribute[] {
  return Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value }));
}
