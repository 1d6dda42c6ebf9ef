import type { Call } from '../../kernel/call.ts';
import { missingArguments, platformErrors } from '../../kernel/errors.ts';
import { foldText } from '../../kernel/fold.ts';
import { formatTime } from '../../kernel/time.ts';
import { encodeDocument } from '../../storage/documents.ts';
import { checkLengths, LONGEST_TEXT } from '../../storage/fit.ts';
import { optionalPostcodeCountries, regionCountries } from '../directory/configuration.ts';
import { companyErrors } from './errors.ts';
import { readSettings, settingsOf } from './settings.ts';
import type { CompanyRow } from './tables.ts';
import { companyStates, type SentCompany } from './types.ts';

/** The columns of a company but its id. */
export type CompanyColumns = Omit<CompanyRow, 'entity_id'>;

/** Lines that a street may have. Source: the documentation of the interface. */
const STREET_LINES = 2;

const longest = {
  company_name: 40,
  legal_name: 80,
  company_email: 255,
  vat_tax_id: 40,
  reseller_id: 40,
  city: 40,
  region: 40,
  postcode: 30,
  telephone: 20,
} as const;

/** A company with the input applied. Throws all missing fields at once, then the first invalid value. */
export async function readCompany(
  call: Call,
  input: SentCompany,
  before: CompanyRow | undefined,
): Promise<CompanyColumns> {
  checkLengths(input, longest);
  const texts = readTexts(input, before);
  const columns = {
    ...texts,
    status: input.status ?? before?.status ?? companyStates.pending,
    email_key: foldText(texts.company_email),
    street: input.street?.join('\n').trimEnd() ?? before?.street ?? '',
    customer_group_id: input.customer_group_id ?? before?.customer_group_id ?? (await groupOfNew(call)),
    super_user_id: input.super_user_id ?? before?.super_user_id ?? 0,
    settings: encodeDocument(readSettings(input.extension_attributes, before && settingsOf(before.settings))),
  };
  requireFields(call, columns);
  const all = {
    ...columns,
    ...regionOf(call, input, texts.country_id, before),
    ...rejectionOf(call, columns.status, input, before),
    sales_representative_id: await representativeOf(call, input, before),
  };
  await checkCompany(call, all, before);
  return all;
}

function readTexts(input: SentCompany, before: CompanyRow | undefined) {
  const required = (name: 'company_name' | 'company_email' | 'city' | 'country_id' | 'telephone'): string =>
    (input[name] === undefined ? (before?.[name] ?? '') : (input[name] ?? '')).trim();
  const optional = (name: 'legal_name' | 'vat_tax_id' | 'reseller_id' | 'comment' | 'postcode'): string | null =>
    (input[name] === undefined ? before?.[name] : input[name]?.trim()) || null;
  return {
    company_name: required('company_name'),
    legal_name: optional('legal_name'),
    company_email: required('company_email'),
    vat_tax_id: optional('vat_tax_id'),
    reseller_id: optional('reseller_id'),
    comment: optional('comment'),
    city: required('city'),
    country_id: required('country_id'),
    postcode: optional('postcode'),
    telephone: required('telephone'),
  };
}

type RequiredFields = Pick<
  CompanyColumns,
  | 'company_name'
  | 'company_email'
  | 'street'
  | 'city'
  | 'country_id'
  | 'postcode'
  | 'telephone'
  | 'customer_group_id'
  | 'super_user_id'
>;

function requireFields(call: Call, columns: RequiredFields): void {
  const { company_name, company_email, street, city, country_id, postcode, telephone, super_user_id } = columns;
  const fields = {
    company_name,
    company_email,
    street: street.split('\n')[0]?.trim(),
    city,
    country_id,
    postcode: call.config.of(optionalPostcodeCountries).includes(country_id) || postcode,
    telephone,
    super_user_id,
  };
  const missing = Object.entries(fields).flatMap(([name, value]) => (value ? [] : [name]));
  const error = missingArguments(missing);
  if (error) throw error;
}

async function groupOfNew(call: Call): Promise<number> {
  for (const groupOf of call.contributions.newCompanyGroups) {
    const group = await groupOf(call);
    if (group !== undefined) return group;
  }
  return call.services.customer.defaultGroupId(call, 0);
}

type CompanyRegion = Pick<CompanyRow, 'region' | 'region_id'>;

/**
 * An existing region of a country: by its id, otherwise by a code or a name. A missing region stays unchanged, unless
 * the country changes.
 */
function regionOf(call: Call, input: SentCompany, countryId: string, before: CompanyRow | undefined): CompanyRegion {
  if (!call.services.directory.country(countryId)) {
    throw companyErrors.invalidValue({ fieldName: 'country_id', value: countryId });
  }
  const isLeftOut = input.region_id === undefined && input.region === undefined;
  if (isLeftOut && before?.country_id === countryId) return { region: before.region, region_id: before.region_id };
  if (input.region_id && input.region_id !== '0') return regionById(call, input.region_id, countryId);
  return regionByText(call, input.region?.trim() || null, countryId);
}

function regionById(call: Call, id: string, countryId: string): CompanyRegion {
  const known = /^\d{1,9}$/.test(id) ? call.services.directory.region(Number(id)) : undefined;
  if (known?.country_id !== countryId) throw companyErrors.invalidValue({ fieldName: 'region_id', value: id });
  return { region: known.name, region_id: String(known.id) };
}

/** The region of a code or a name; the text itself where the country has no such region and needs none. */
function regionByText(call: Call, name: string | null, countryId: string): CompanyRegion {
  const { directory } = call.services;
  const known = name === null ? undefined : directory.regionByText(countryId, name);
  if (known) return { region: known.name, region_id: String(known.id) };
  if (!call.config.of(regionCountries)?.includes(countryId)) return { region: name, region_id: null };
  if (name === null) throw missingArguments(['region']);
  if (directory.regions(countryId).length === 0) return { region: name, region_id: null };
  throw companyErrors.invalidValue({ fieldName: 'region', value: name });
}

/**
 * The admin user who looks after a company: from the input, otherwise the previous one, the caller, or the first one.
 */
async function representativeOf(call: Call, input: SentCompany, before: CompanyRow | undefined): Promise<number> {
  const { admins } = await call.services.access.accounts.get(call);
  const id = input.sales_representative_id;
  if (id && id !== before?.sales_representative_id && !admins.has(id)) {
    throw platformErrors.noSuchEntity({ fieldName: 'sales_representative_id', fieldValue: id });
  }
  if (id) return id;
  if (before && id === undefined) return before.sales_representative_id;
  if (call.caller.type === 'admin') return call.caller.id;
  return admins.size > 0 ? Math.min(...admins.keys()) : 0;
}

/** Reason and time of a company's rejection, stored while it is rejected. */
function rejectionOf(
  call: Call,
  status: number,
  input: SentCompany,
  before: CompanyRow | undefined,
): Pick<CompanyRow, 'reject_reason' | 'rejected_at'> {
  if (status !== companyStates.rejected) return { reject_reason: null, rejected_at: null };
  const reject_reason = (input.reject_reason ?? before?.reject_reason ?? '').trim();
  if (!reject_reason) throw companyErrors.noReason();
  return { reject_reason, rejected_at: before?.rejected_at ?? formatTime(call.clock.now()) };
}

async function checkCompany(call: Call, company: CompanyColumns, before: CompanyRow | undefined): Promise<void> {
  const { customer } = call.services;
  const wrong = (fieldName: keyof CompanyColumns): Error =>
    companyErrors.invalidValue({ fieldName, value: company[fieldName] });
  if (!Object.values<number>(companyStates).includes(company.status)) throw wrong('status');
  if (!customer.isEmailAddress(company.company_email)) throw wrong('company_email');
  if (company.street.split('\n').length > STREET_LINES || company.street.length > LONGEST_TEXT) throw wrong('street');
  // Customers who sign in cannot be in the group of visitors.
  const groups = customer.allGroups().map(({ id }) => id);
  if (company.customer_group_id === 0 || !groups.includes(company.customer_group_id)) throw wrong('customer_group_id');
  if (company.super_user_id === before?.super_user_id) return;
  const leader = await customer.customer(call, company.super_user_id);
  if (!leader) throw platformErrors.noSuchEntity({ fieldName: 'customerId', fieldValue: company.super_user_id });
}
