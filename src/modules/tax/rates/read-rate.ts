import type { Insertable } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { collectErrors, platformErrors, type CollectedError } from '../../../kernel/errors.ts';
import { round } from '../../../kernel/money.ts';
import { withFields } from '../../../kernel/present-fields.ts';
import type { In } from '../../../kernel/types.ts';
import { encodeDocument } from '../../../storage/documents.ts';
import { fitAmount, fitText } from '../../../storage/fit.ts';
import { taxErrors } from '../errors.ts';
import type { TaxRateTable } from '../tables.ts';
import type { TaxRate } from '../types.ts';

type SentRate = In<typeof TaxRate>;

const LONGEST_POSTCODE = 10;
const LARGEST_ZIP = 999_999_999;

/** A request with the fields that every rate has. */
export type CompleteRate = ReturnType<typeof checkRate>;

/** Checks a request. Checks and their order are those of the interface: every save needs all fields of a rate. */
export function checkRate(call: Call, input: SentRate) {
  // Countries have codes of two or three letters; the interface rejects others before the lookup.
  const country = input.tax_country_id;
  if (country && country.length !== 2 && country.length !== 3) throw taxErrors.countryCode([country]);
  const error = collectErrors(faults(call, input));
  if (error) throw error;
  return withFields(input, 'code', 'tax_country_id', 'rate');
}

/** The rate to store, from a checked request. Absent titles are omitted. */
export function readRate(
  call: Call,
  input: CompleteRate,
): Insertable<Omit<TaxRateTable, 'titles'>> & { titles?: string } {
  // As in the interface, a region of another country stands for every region of this one.
  const named = call.services.directory.region(input.tax_region_id ?? 0);
  const region = named?.country_id === input.tax_country_id ? named : undefined;
  return {
    code: fitText(input.code),
    tax_country_id: input.tax_country_id,
    tax_region_id: region?.id ?? 0,
    region_name: region?.code ?? null,
    rate: fitAmount(percentOf(input)),
    ...readPostcode(input),
    ...(input.titles ? { titles: readTitles(call, input.titles) } : {}),
  };
}

/** The percentage of a request, to four decimals. */
export function percentOf({ rate }: CompleteRate): number {
  return round(rate, 4).toNumber();
}

function faults(call: Call, input: SentRate): CollectedError[] {
  const { directory } = call.services;
  const found: CollectedError[] = [];
  const country = input.tax_country_id;
  if (!country) found.push(required('country_id'));
  else if (!directory.country(country)) found.push(invalid('country_id', country));
  if (input.tax_region_id && !directory.region(input.tax_region_id))
    found.push(invalid('region_id', input.tax_region_id));
  if (typeof input.rate !== 'number' || input.rate < 0) found.push(required('percentage_rate'));
  if (!input.code?.trim()) found.push(required('code'));
  return [...found, ...postcodeFaults(input)];
}

function postcodeFaults({ zip_is_range, tax_postcode, zip_from: from, zip_to: to }: SentRate): CollectedError[] {
  if (!zip_is_range) return tax_postcode?.trim() ? [] : [required('postcode')];
  const found: CollectedError[] = [];
  if (typeof from !== 'number' || from < 0) found.push(invalid('zip_from', from ?? null));
  if (typeof to !== 'number' || to < 0) found.push(invalid('zip_to', to ?? null));
  if ((from ?? 0) > (to ?? 0)) found.push(plain(taxErrors.zipRange()));
  return found;
}

function required(fieldName: string): CollectedError {
  return plain(platformErrors.required({ fieldName }));
}

function invalid(fieldName: string, value: unknown): CollectedError {
  return plain(platformErrors.invalidValue({ fieldName, value }));
}

function plain({ message, parameters }: CollectedError): CollectedError {
  return { message, parameters };
}

function readPostcode(
  input: SentRate,
): Pick<Insertable<TaxRateTable>, 'tax_postcode' | 'zip_is_range' | 'zip_from' | 'zip_to'> {
  if (!input.zip_is_range) {
    const postcode = fitText(withFields(input, 'tax_postcode').tax_postcode, LONGEST_POSTCODE);
    return { tax_postcode: postcode, zip_is_range: null, zip_from: null, zip_to: null };
  }
  const { zip_from: from, zip_to: to } = withFields(input, 'zip_from', 'zip_to');
  if (to > LARGEST_ZIP) throw taxErrors.zipLength();
  return { tax_postcode: `${from}-${to}`, zip_is_range: 1, zip_from: from, zip_to: to };
}

/** Titles by store view as a document, without empty ones. */
function readTitles(call: Call, titles: NonNullable<SentRate['titles']>): string {
  const byStore: Record<string, string> = {};
  for (const { store_id, value } of titles) {
    // As in the interface, a title without a store view is that of the scope above all.
    const storeId = store_id || '0';
    if (!/^\d+$/.test(storeId) || !call.services.store.view(Number(storeId))) {
      throw platformErrors.invalidValue({ fieldName: 'store_id', value: storeId });
    }
    if (value) byStore[Number(storeId)] = fitText(value);
    else delete byStore[Number(storeId)];
  }
  return encodeDocument(byStore);
}
