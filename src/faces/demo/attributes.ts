import type { CallRoute } from '../../kernel/demo.ts';
import { elementAt } from '../../kernel/lists.ts';
import { colours, materials, sizes } from './catalogue.ts';
import { germanLabels } from './german.ts';
import { ATTRIBUTE_SET, type DemoIds } from './products.ts';
import { originOf } from './texts.ts';

interface MadeAttribute {
  readonly attribute_id: number;
  readonly options?: readonly { readonly label?: string | null; readonly value?: string | null }[] | null;
}

/** An attribute of the demo: its label, its input, its values, and their swatches. */
interface DemoAttribute {
  readonly label: string;
  readonly input: 'swatch_visual' | 'swatch_text' | 'select' | 'text';
  readonly values?: readonly string[];
  readonly swatches?: Readonly<Record<string, string>>;
}

const definitions: Readonly<Record<string, DemoAttribute>> = {
  demo_colour: { label: 'Colour', input: 'swatch_visual', values: Object.keys(colours), swatches: colours },
  demo_material: { label: 'Material', input: 'select', values: materials },
  demo_size: { label: 'Size', input: 'swatch_text', values: sizes, swatches: { S: 'S', M: 'M', L: 'L' } },
  demo_origin: { label: 'Made in', input: 'select', values: Object.values(originOf) },
  demo_dimensions: { label: 'Dimensions', input: 'text' },
  demo_care: { label: 'Care', input: 'text' },
};

/** Makes the attributes that products are chosen by, and those that their pages show, with German labels. */
export async function makeAttributes(
  callRoute: CallRoute,
  germanStore: number,
): Promise<Pick<DemoIds, 'attributes' | 'options'>> {
  const options = new Map<string, string>();
  const attributes = new Map<string, number>();
  const attributeGroupId = await firstGroup(callRoute);
  for (const [code, definition] of Object.entries(definitions)) {
    const attribute = attributeBody(code, definition, germanStore);
    const savedAttribute = await callRoute<MadeAttribute>('catalogProductAttributeRepositoryV1', 'save', { attribute });
    attributes.set(code, savedAttribute.attribute_id);
    for (const option of savedAttribute.options ?? []) {
      if (option.label && option.value) options.set(`${code}:${option.label}`, option.value);
    }
    await callRoute('catalogProductAttributeManagementV1', 'assign', {
      attributeSetId: ATTRIBUTE_SET,
      attributeGroupId,
      attributeCode: code,
      sortOrder: 90,
    });
  }
  return { attributes, options };
}

function attributeBody(code: string, { label, input, values, swatches }: DemoAttribute, germanStore: number): object {
  const translated = (text: string): object[] => {
    const own = germanLabels[text];
    return own === undefined ? [] : [{ store_id: germanStore, label: own }];
  };
  const isChoice = values !== undefined;
  return {
    attribute_code: code,
    frontend_input: input,
    scope: isChoice ? 'global' : 'store',
    is_required: false,
    is_filterable: isChoice,
    is_filterable_in_search: isChoice,
    is_searchable: isChoice ? '1' : '0',
    is_comparable: '1',
    is_visible_on_front: '1',
    used_in_product_listing: '1',
    default_frontend_label: label,
    frontend_labels: translated(label),
    options: values?.map((value, i) => ({
      label: value,
      sort_order: i,
      store_labels: translated(value),
      ...(swatches && { value: swatches[value] }),
    })),
  };
}

/** Id of the group that comes first in the set of the demo's products. */
async function firstGroup(callRoute: CallRoute): Promise<string> {
  const filter = { field: 'attribute_set_id', value: ATTRIBUTE_SET, condition_type: 'eq' };
  const { items } = await callRoute<{ readonly items: readonly { readonly attribute_group_id: string }[] }>(
    'catalogProductAttributeGroupRepositoryV1',
    'getList',
    { searchCriteria: { filter_groups: [{ filters: [filter] }] } },
  );
  return elementAt(items, 0).attribute_group_id;
}
