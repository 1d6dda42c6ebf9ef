import { decodeDocument } from '../../../storage/documents.ts';
import type { CustomValues } from '../custom-values.ts';

/** A stored address. */
export interface StoredAddress extends AddressFields {
  readonly id: number;
  readonly customer_id: number;
}

/** Everything of an address but its identity. */
export interface AddressFields {
  /** Name of the region: from the directory if its id is known, otherwise as entered. */
  readonly region: string | null;
  /** Id in the directory; 0: a region outside the directory; null: no region. */
  readonly region_id: number | null;
  readonly country_id: string;
  /** Lines. */
  readonly street: readonly string[];
  readonly company: string | null;
  readonly telephone: string;
  readonly fax: string | null;
  readonly postcode: string | null;
  readonly city: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly middlename: string | null;
  readonly prefix: string | null;
  readonly suffix: string | null;
  readonly vat_id: string | null;
  /** Values of added attributes by code. */
  readonly custom: CustomValues;
}

/** The addresses of a customer from the list of a query: `[[id, document], …]`; in order of ids. */
export function readAddresses(customerId: number, list: string | null): StoredAddress[] {
  const rows = list === null ? [] : decodeDocument<[id: number, fields: AddressFields][]>(list);
  return rows.map(([id, fields]) => addressOf(id, customerId, fields)).sort((a, b) => a.id - b.id);
}

/** An address with its identity. */
export function addressOf(id: number, customerId: number, fields: AddressFields): StoredAddress {
  return { ...fields, id, customer_id: customerId };
}
