import type { Call } from '../../kernel/call.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import type { ViewChoices } from '../catalog-service/extensions.ts';
import { attributeLabel, codeOf, optionsOf, valueUid, variantLists } from './graphql.ts';
import { optionLists } from './option-lists.ts';

/** The choices of a configurable product in the catalogue service: the values that its variants have. */
export async function configurableChoices(call: Call, source: ProductSource): Promise<ViewChoices> {
  const [options, variants] = await Promise.all([optionsOf(call, source), variantLists(call, source)]);
  const uidsOf = (some: typeof variants): Set<string> => new Set(some.flatMap(({ values }) => values.map(valueUid)));
  const [shown, sold] = [uidsOf(variants), uidsOf(variants.filter(({ isSold }) => isSold))];
  const lists = await Promise.all(options.map(({ option }) => optionLists(call, option.attribute_id)));
  return {
    options: options.map((one, i) => ({
      id: codeOf(one),
      title: attributeLabel(one, {}, call),
      required: true,
      multi: false,
      values: one.option.values.flatMap((value) => {
        const id = valueUid({ ...one, value });
        const listed = lists[i]?.get(String(value));
        if (!shown.has(id)) return [];
        return [{ id, title: listed?.label ?? String(value), inStock: sold.has(id), swatch: listed?.swatch ?? null }];
      }),
    })),
    variants: variants.map(({ product, values }) => ({ product, selections: values.map(valueUid) })),
  };
}
