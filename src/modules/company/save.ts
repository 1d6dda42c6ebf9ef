import type { Call } from '../../kernel/call.ts';
import { missingArguments, platformErrors } from '../../kernel/errors.ts';
import { foldText } from '../../kernel/fold.ts';
import { formatTime } from '../../kernel/time.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { checkLengths } from '../../storage/fit.ts';
import { requireCompany } from './companies.ts';
import { companyErrors } from './errors.ts';
import type { CompanyRow } from './tables.ts';
import { companyStates, type SentCompany } from './types.ts';
import { findUsers, putIntoCompany, requireUser, userIdsOf } from './users.ts';

type CompanyColumns = Omit<CompanyRow, 'entity_id'>;

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

/** Makes a company, pending unless another state is sent; its super user becomes one of its users. */
export async function createCompany(call: Call, sent: SentCompany): Promise<CompanyRow> {
  const columns = await readCompany(call, sent, undefined);
  const { entity_id } = await unlessTaken(columns, () =>
    call.db.insertInto('company').values(columns).returning('entity_id').executeTakeFirstOrThrow(),
  );
  await putIntoCompany(call, { ...columns, entity_id }, columns.super_user_id, { status: 1 });
  return await requireCompany(call, entity_id);
}

/** Changes a company; what is left out stays. Its users follow it into another customer group. Throws 404. */
export async function changeCompany(call: Call, id: number, sent: SentCompany): Promise<CompanyRow> {
  const before = await requireCompany(call, id);
  const columns = await readCompany(call, sent, before);
  await unlessTaken(columns, () => call.db.updateTable('company').set(columns).where('entity_id', '=', id).execute());
  const after = await requireCompany(call, id);
  if (after.super_user_id !== before.super_user_id)
    await putIntoCompany(call, after, after.super_user_id, { status: 1 });
  if (after.customer_group_id !== before.customer_group_id) {
    await call.services.customer.moveToGroup(call, await userIdsOf(call, id), after.customer_group_id);
  }
  return after;
}

/** Deletes a company; its users are customers by themselves then. Throws 404. */
export async function deleteCompany(call: Call, id: number): Promise<void> {
  await requireCompany(call, id);
  await call.db.deleteFrom('company_advanced_customer_entity').where('company_id', '=', id).execute();
  await call.db.deleteFrom('company').where('entity_id', '=', id).execute();
}

/** What a company is after what was sent. Throws all that is missing at once, then the first value that is wrong. */
async function readCompany(call: Call, sent: SentCompany, before: CompanyRow | undefined): Promise<CompanyColumns> {
  checkLengths(sent, longest);
  const text = (name: keyof typeof longest): string => (sent[name] ?? before?.[name] ?? '').trim();
  const columns = {
    status: sent.status ?? before?.status ?? companyStates.pending,
    company_name: text('company_name'),
    legal_name: text('legal_name') || null,
    company_email: text('company_email'),
    email_key: foldText(text('company_email')),
    vat_tax_id: text('vat_tax_id') || null,
    reseller_id: text('reseller_id') || null,
    comment: sent.comment ?? before?.comment ?? null,
    street:
      sent.street
        ?.map((line) => line.trim())
        .join('\n')
        .trim() ??
      before?.street ??
      '',
    city: text('city'),
    country_id: sent.country_id ?? before?.country_id ?? '',
    postcode: text('postcode') || null,
    telephone: text('telephone'),
    customer_group_id:
      sent.customer_group_id ?? before?.customer_group_id ?? call.services.customer.defaultGroupId(call, 0),
    sales_representative_id: sent.sales_representative_id ?? before?.sales_representative_id ?? 0,
    super_user_id: sent.super_user_id ?? before?.super_user_id ?? 0,
  };
  const missing = (
    ['company_name', 'company_email', 'street', 'city', 'country_id', 'telephone', 'super_user_id'] as const
  ).filter((name) => !columns[name]);
  if (missing.length > 0) throw missingArguments(missing)!;
  const all = { ...columns, ...regionOf(call, sent, before), ...rejectionOf(call, columns.status, sent, before) };
  await checkCompany(call, all, before);
  return all;
}

/** A region of the directory has its name there; elsewhere it is called as was sent. */
function regionOf(
  call: Call,
  sent: SentCompany,
  before: CompanyRow | undefined,
): Pick<CompanyRow, 'region' | 'region_id'> {
  if (sent.region_id == null && sent.region == null && sent.country_id == null) {
    return { region: before?.region ?? null, region_id: before?.region_id ?? null };
  }
  const { directory } = call.services;
  const countryId = sent.country_id ?? before?.country_id ?? '';
  const known = sent.region_id ? directory.region(Number(sent.region_id)) : undefined;
  if (sent.region_id && known?.country_id !== countryId) {
    throw companyErrors.invalidValue({ fieldName: 'region_id', value: sent.region_id });
  }
  if (known) return { region: known.name, region_id: String(known.id) };
  if (directory.regions(countryId).length > 0 && !sent.region) throw missingArguments(['region_id'])!;
  return { region: sent.region ?? null, region_id: null };
}

/** Why and when a company was rejected: kept while it is. */
function rejectionOf(
  call: Call,
  status: number,
  sent: SentCompany,
  before: CompanyRow | undefined,
): Pick<CompanyRow, 'reject_reason' | 'rejected_at'> {
  if (status !== companyStates.rejected) return { reject_reason: null, rejected_at: null };
  const reject_reason = (sent.reject_reason ?? before?.reject_reason ?? '').trim();
  if (!reject_reason) throw companyErrors.noReason();
  return { reject_reason, rejected_at: before?.rejected_at ?? formatTime(call.clock.now()) };
}

async function checkCompany(call: Call, company: CompanyColumns, before: CompanyRow | undefined): Promise<void> {
  const { customer, directory } = call.services;
  const wrong = (fieldName: keyof CompanyColumns): Error =>
    companyErrors.invalidValue({ fieldName, value: company[fieldName] });
  if (!(Object.values(companyStates) as number[]).includes(company.status)) throw wrong('status');
  if (!customer.isEmailAddress(company.company_email)) throw wrong('company_email');
  if (!directory.country(company.country_id)) throw wrong('country_id');
  // Visitors are a group that nobody is in who signs in.
  const groups = customer.allGroups().map(({ id }) => id);
  if (company.customer_group_id === 0 || !groups.includes(company.customer_group_id)) throw wrong('customer_group_id');
  if (company.sales_representative_id !== (before?.sales_representative_id ?? 0))
    await requireAdmin(call, company.sales_representative_id);
  if (company.super_user_id === before?.super_user_id) return;
  await requireUser(call, company.super_user_id);
  const place = (await findUsers(call, [company.super_user_id])).get(company.super_user_id);
  if (place && place.company.entity_id !== before?.entity_id) throw companyErrors.otherCompany([company.super_user_id]);
}

async function requireAdmin(call: Call, id: number): Promise<void> {
  const known = await call.db.selectFrom('admin_user').select('user_id').where('user_id', '=', id).executeTakeFirst();
  if (!known) throw platformErrors.noSuchEntity({ fieldName: 'sales_representative_id', fieldValue: id });
}

/** Of several companies that want one address at the same time, one has it. */
async function unlessTaken<T>(columns: CompanyColumns, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'email_key')) {
      throw companyErrors.emailTaken([columns.company_email], { cause: error });
    }
    if (isUniqueViolation(error, 'super_user_id')) {
      throw companyErrors.otherCompany([columns.super_user_id], { cause: error });
    }
    throw error;
  }
}
