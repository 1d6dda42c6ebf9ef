import { platformErrors } from '../../../kernel/errors.ts';
import { decimal } from '../../../kernel/money.ts';
import { decodeDocument } from '../../../storage/documents.ts';
import type { Attribute } from '../../eav/service.ts';
import type { ProductValue } from './product.ts';

/** The backend model of fixed product taxes: a list of amounts by website, country and region. */
const fixedTaxes = /\\Weee\\Model\\Attribute\\Backend\\Weee\\Tax$/;

/** A fixed tax on a product, as stored and in responses: texts, as in the interface. */
interface FixedTax {
  /** 0: on all websites. */
  readonly website_id: string;
  /** Code of a country. */
  readonly country: string;
  /** Id of a region; 0: the whole country. */
  readonly state: string;
  /** With four decimals. */
  readonly value: string;
}

/** Whether an attribute holds fixed product taxes. */
export function isFixedTax({ backendModel }: Attribute): boolean {
  return fixedTaxes.test(backendModel ?? '');
}

/**
 * Fixed taxes in their stored form, from the list of an input; null for none. Entries without an amount or a country
 * are ignored. Throws 400 for anything but such a list, and for two entries of the same website, country and region.
 * Source: documented behaviour.
 */
export function readFixedTaxes({ code }: Attribute, input: unknown): string | null {
  if (input === null || input === undefined || input === '') return null;
  const refuse = (): Error => platformErrors.invalidValue({ value: input, fieldName: code });
  if (!Array.isArray(input)) throw refuse();
  const places = new Set<string>();
  const taxes = input.flatMap((one: unknown) => {
    const tax = readTax(one);
    if (!tax) throw refuse();
    const place = [tax.website_id, tax.country, tax.state].join(':');
    if (places.has(place)) throw refuse();
    places.add(place);
    return tax.country === '' || Number(tax.value) === 0 ? [] : [tax];
  });
  return taxes.length === 0 ? null : JSON.stringify(taxes);
}

/** A tax of the input; `price` is another name of its amount. Undefined if it is not a tax. */
function readTax(input: unknown): FixedTax | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { website_id, country, state, value, price } = input as Readonly<Record<string, unknown>>;
  const [website, region] = [textOf(website_id), textOf(state) || '0'];
  const amount = textOf(price) || textOf(value) || '0';
  const isRight =
    [website, region].every((id) => /^\d{1,9}$/.test(id)) &&
    /^([A-Z]{2})?$/.test(textOf(country)) &&
    /^-?\d{1,8}(\.\d+)?$/.test(amount);
  if (!isRight || country === undefined) return undefined;
  return { website_id: website, country: textOf(country), state: region, value: decimal(amount).toFixed(4) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Fixed taxes for a response. */
export function presentFixedTaxes(stored: ProductValue): object[] {
  const taxes = decodeDocument<FixedTax[]>(String(stored));
  // A tax on all websites is computed in the website's currency, and so it is a number.
  return taxes.map((tax) =>
    Object.assign(tax, { website_value: tax.website_id === '0' ? Number(tax.value) : tax.value }),
  );
}
