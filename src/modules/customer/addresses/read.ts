import type { Call } from '../../../kernel/call.ts';
import { collectErrors, platformErrors, type CollectedError } from '../../../kernel/errors.ts';
import { optionalPostcodeCountries, regionCountries } from '../../directory/configuration.ts';
import { attributeProblems, readCustomValues, refuse } from '../attributes.ts';
import { formRule } from '../metadata/form-rules.ts';
import type { AddressFields } from './address.ts';
import { readRegion } from './region.ts';
import type { AddressInput } from './types.ts';

/**
 * The address with the input applied: a missing field stays unchanged, null empties it. Throws its errors, for the
 * forms of a store view.
 */
export async function readAddress(
  call: Call,
  input: AddressInput,
  before: AddressFields | undefined,
  storeId: number,
): Promise<AddressFields> {
  const optional = (field: OptionalField): string | null =>
    input[field] === undefined ? (before?.[field] ?? null) : input[field];
  const required = (field: RequiredField): string => input[field] ?? before?.[field] ?? '';
  const countryId = required('country_id');
  const address: AddressFields = {
    ...readRegion(call, input, countryId, before),
    country_id: countryId,
    street: input.street ? readLines(input.street) : (before?.street ?? []),
    company: optional('company'),
    telephone: required('telephone'),
    fax: optional('fax'),
    postcode: optional('postcode'),
    city: required('city'),
    firstname: required('firstname'),
    lastname: required('lastname'),
    middlename: optional('middlename'),
    prefix: optional('prefix'),
    suffix: optional('suffix'),
    vat_id: optional('vat_id'),
    custom: await readCustomValues(call, 'customer_address', input.custom_attributes, before?.custom),
  };
  await checkAddress(call, address, storeId);
  return address;
}

type OptionalField = 'company' | 'fax' | 'postcode' | 'middlename' | 'prefix' | 'suffix' | 'vat_id';
type RequiredField = 'country_id' | 'telephone' | 'city' | 'firstname' | 'lastname';

/** Lines in their stored form: one text may hold several, and empty ones at the end are dropped. */
function readLines(input: readonly string[]): string[] {
  const text = input.join('\n').trimEnd();
  return text === '' ? [] : text.split(/\r\n|\r|\n/);
}

/** Throws the errors of an address: all missing fields at once first, then invalid values. */
async function checkAddress(call: Call, address: AddressFields, storeId: number): Promise<void> {
  const missing = await missingFields(call, address, storeId);
  const error = collectErrors([...missing, ...countryProblems(call, address, storeId)]);
  if (error) throw error;
  refuse(
    await attributeProblems(call, { entity: 'customer_address', fields: address, custom: address.custom, storeId }),
  );
}

async function missingFields(call: Call, address: AddressFields, storeId: number): Promise<CollectedError[]> {
  const { byCode } = await call.services.eav.entity(call, 'customer_address');
  const isAsked = (code: string): boolean => {
    const attribute = byCode.get(code);
    return attribute !== undefined && formRule(call, attribute, storeId).required;
  };
  const { firstname, lastname, street, city, telephone, fax, company, postcode } = address;
  const fields: Record<string, boolean> = {
    firstname: !firstname,
    lastname: !lastname,
    street: !street[0],
    city: !city,
    telephone: !telephone && isAsked('telephone'),
    fax: !fax && isAsked('fax'),
    company: !company && isAsked('company'),
    postcode: !postcode?.trim() && !hasOptionalPostcode(call, address.country_id, storeId),
  };
  return Object.keys(fields)
    .filter((name) => fields[name])
    .map(required);
}

function required(fieldName: string): CollectedError {
  return { message: platformErrors.required.template, parameters: { fieldName } };
}

function invalid(fieldName: string, value: string): CollectedError {
  return { message: platformErrors.invalidValue.template, parameters: { fieldName, value } };
}

function hasOptionalPostcode(call: Call, countryId: string, storeId: number): boolean {
  return call.config.of(optionalPostcodeCountries, { storeId }).includes(countryId);
}

/** Whether customers of a store view may live in a country. */
export function isAllowedCountry(call: Call, countryId: string | null | undefined, storeId: number): boolean {
  return countryId ? call.services.directory.allowedCountries(call, storeId).has(countryId) : false;
}

/**
 * Errors of country and region. Recorded behaviour of the interface: where the directory has regions, an address may
 * omit its region even if the configuration requires one. Where it has none, a required region has to be entered.
 */
function countryProblems(call: Call, address: AddressFields, storeId: number): CollectedError[] {
  const { country_id, region, region_id } = address;
  if (!country_id) return [required('countryId')];
  if (!isAllowedCountry(call, country_id, storeId)) return [invalid('countryId', country_id)];
  const { directory } = call.services;
  if (directory.regions(country_id).length === 0) {
    const needsRegion = call.config.of(regionCountries)?.includes(country_id);
    return needsRegion && !region ? [required('region')] : [];
  }
  const isForeign = region_id && directory.region(region_id)?.country_id !== country_id;
  return isForeign ? [invalid('regionId', String(region_id))] : [];
}
