import type { ProductRecord } from './product.tsx';
import { t } from '../../texts/text.ts';

/** A product that buyers of a bundle can choose for an option. */
export interface BundlePart {
  /** Id of a stored part. */
  readonly id?: string | undefined;
  readonly sku: string;
  readonly quantity: string;
  readonly isDefault: boolean;
  /** Whether buyers may change the quantity. */
  readonly mayChange: boolean;
  /** Price of bundles with a fixed price; otherwise the product has its own. */
  readonly price: string;
  /** 0: an amount; 1: percent of the bundle's price. */
  readonly priceType: number;
}

/** An option of a bundle. */
export interface BundleOptionDraft {
  /** Identifies the option while it is edited. */
  readonly key: number;
  /** Id of a stored option. */
  readonly id?: number | undefined;
  readonly title: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly parts: readonly BundlePart[];
}

/** Kinds of options: code and title. */
export const bundleOptionTypes = [
  ['select', t('Drop-down list')],
  ['radio', t('Radio buttons')],
  ['checkbox', t('Checkboxes')],
  ['multi', t('Multiple selection')],
] as const;

/** Whether buyers choose one part of an option at most. */
const isSingle = (type: string): boolean => type === 'select' || type === 'radio';

const byPosition = (a: { readonly position?: number | null }, b: typeof a): number =>
  (a.position ?? 0) - (b.position ?? 0);

/** The stored options of a bundle in their order. */
export function bundleOptionsOf({ extension_attributes }: ProductRecord): BundleOptionDraft[] {
  return (extension_attributes?.bundle_product_options ?? []).toSorted(byPosition).map((option, key) => ({
    key,
    id: option.option_id ?? undefined,
    title: option.title ?? '',
    type: option.type ?? 'select',
    isRequired: option.required ?? false,
    parts: (option.product_links ?? []).toSorted(byPosition).map((link) => ({
      id: link.id ?? undefined,
      sku: link.sku ?? '',
      quantity: String(link.qty ?? 1),
      isDefault: link.is_default ?? false,
      mayChange: link.can_change_quantity === 1,
      price: String(link.price ?? 0),
      priceType: link.price_type ?? 0,
    })),
  }));
}

/** A new part. */
export function newPart(sku: string): BundlePart {
  return { sku, quantity: '1', isDefault: false, mayChange: false, price: '0', priceType: 0 };
}

/** A new option behind others. */
export function newBundleOption(options: readonly BundleOptionDraft[]): BundleOptionDraft {
  const key = Math.max(-1, ...options.map((one) => one.key)) + 1;
  return { key, title: '', type: 'select', isRequired: true, parts: [] };
}

/** The parts after a part became a default one, or ceased to be: of a single choice there is one at most. */
export function withDefault(
  { type, parts }: BundleOptionDraft,
  part: BundlePart,
  isDefault: boolean,
): readonly BundlePart[] {
  return parts.map((one) => {
    if (one === part) return { ...one, isDefault };
    return isDefault && isSingle(type) ? { ...one, isDefault: false } : one;
  });
}

/** The reason why options cannot be saved. */
export function problemOf(options: readonly BundleOptionDraft[]): string | undefined {
  const empty = options.find(({ parts }) => parts.length === 0);
  if (empty) return t('The option "{title}" has no products.', { title: empty.title });
  const several = options.find(({ type, parts }) => isSingle(type) && parts.filter((one) => one.isDefault).length > 1);
  return several && t('The option "{title}" has several defaults.', { title: several.title });
}

/** Options as the interface has them. */
export function bundleInput(sku: string, options: readonly BundleOptionDraft[]) {
  return options.map(({ id, title, type, isRequired, parts }, position) => ({
    ...(id === undefined ? {} : { option_id: id }),
    title,
    type,
    required: isRequired,
    position: position + 1,
    sku,
    product_links: parts.map((part, place) => ({
      ...(part.id === undefined ? {} : { id: part.id }),
      ...(id === undefined ? {} : { option_id: id }),
      sku: part.sku,
      qty: Number(part.quantity),
      position: place + 1,
      is_default: part.isDefault,
      price: Number(part.price),
      price_type: part.priceType,
      can_change_quantity: part.mayChange ? 1 : 0,
    })),
  }));
}
