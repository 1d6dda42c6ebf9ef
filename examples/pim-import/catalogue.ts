import { readFileSync } from 'node:fs';

/** What the PIM gives away. */
export interface Catalogue {
  readonly attributeSet: string;
  /** What variants differ in, in the order of their `values`. */
  readonly attributes: readonly PimAttribute[];
  readonly products: readonly PimProduct[];
}

/** A choice between options. */
export interface PimAttribute {
  readonly code: string;
  readonly label: string;
  readonly options: readonly string[];
}

/** A product that is bought in one of its variants. */
export interface PimProduct {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly description: string;
  /** Names of categories from the top, with slashes. */
  readonly category: string;
  readonly variants: readonly PimVariant[];
}

/** One of them. */
export interface PimVariant {
  readonly sku: string;
  /** The option of each attribute. */
  readonly values: readonly string[];
  readonly qty: number;
  /** A file in `pictures`. */
  readonly picture: string;
}

/** Reads what the PIM has written. */
export function readCatalogue(file: string | URL): Catalogue {
  return JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
}

/** A picture as the interface takes it. */
export function readPicture(name: string, label: string) {
  const file = new URL(`pictures/${name}`, import.meta.url);
  return {
    media_type: 'image',
    label,
    position: 1,
    disabled: false,
    types: ['image', 'small_image', 'thumbnail'],
    content: { base64_encoded_data: readFileSync(file).toString('base64'), type: 'image/png', name },
  };
}
