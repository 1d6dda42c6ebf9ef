import type { CallRoute } from '../../kernel/demo.ts';
import { elementAt } from '../../kernel/lists.ts';

/** The fields of a product that define the options of the buyer. */
interface Offered {
  readonly type_id: string;
  readonly options?: readonly Option[] | null;
  readonly extension_attributes?: {
    readonly configurable_product_options?: readonly {
      readonly attribute_id: string;
      readonly values: readonly { readonly value_index: number }[];
    }[];
    readonly bundle_product_options?: readonly {
      readonly option_id: number;
      readonly product_links: readonly { readonly id: string }[];
    }[];
    readonly downloadable_product_links?: readonly { readonly id: number }[];
  };
}

interface Option {
  readonly option_id: number;
  readonly type: string;
  readonly is_require: boolean;
  readonly values?: readonly { readonly option_type_id: number }[] | null;
}

/**
 * Chooses for a buyer: of each list that a product offers, the choice at place `nth` (counted round). Undefined for a product
 * that leaves nothing to choose.
 */
export async function chooseOptions(callRoute: CallRoute, sku: string, nth: number): Promise<object | undefined> {
  const product = await callRoute<Offered>('catalogProductRepositoryV1', 'get', { sku });
  const pick = <T>(list: readonly T[]): T => elementAt(list, nth % list.length);
  const { configurable_product_options, bundle_product_options, downloadable_product_links } =
    product.extension_attributes ?? {};
  const chosen = {
    configurable_item_options: configurable_product_options?.map(({ attribute_id, values }) => ({
      option_id: attribute_id,
      option_value: pick(values).value_index,
    })),
    bundle_options: bundle_product_options?.map(({ option_id, product_links: links }) => ({
      option_id,
      option_qty: 1,
      option_selections: [Number(pick(links).id)],
    })),
    downloadable_option: downloadable_product_links && {
      downloadable_links: downloadable_product_links.map(({ id }) => id),
    },
    custom_options: product.options?.filter(isChosen).map((option) => ({
      option_id: String(option.option_id),
      option_value: option.values ? String(pick(option.values).option_type_id) : 'With best wishes',
    })),
  };
  const entries = Object.entries(chosen).filter(([, value]) => value && (!Array.isArray(value) || value.length > 0));
  return entries.length > 0 ? { extension_attributes: Object.fromEntries(entries) } : undefined;
}

function isChosen({ type, is_require }: Option): boolean {
  return is_require || type === 'field';
}
