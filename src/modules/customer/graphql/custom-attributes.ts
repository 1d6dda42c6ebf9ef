import type { Call } from '../../../kernel/call.ts';
import type { GraphQLTypes } from '../../../kernel/graphql.ts';
import type { CustomAttribute } from '../../../kernel/types.ts';
import type { Attribute, StoredValue } from '../../eav/service.ts';
import type { CustomValues } from '../custom-values.ts';
import { holdsFile } from '../files/rules.ts';
import { fileUrl } from '../files/values.ts';
import type { FormEntity } from '../metadata/metadata.ts';

/** Values of added attributes as storefronts see them; `codes`: only these. */
export async function shownValues(
  call: Call,
  entity: FormEntity,
  custom: CustomValues,
  codes: readonly string[] | null | undefined,
) {
  const { eav } = call.services;
  const { byCode } = await eav.entity(call, entity);
  const entries = Object.entries(custom).flatMap(([code, value]) => {
    const attribute = !codes || codes.includes(code) ? byCode.get(code) : undefined;
    return attribute ? [shownValueOf(call, attribute, value)] : [];
  });
  return Promise.all(entries);
}

async function shownValueOf(call: Call, attribute: Attribute, value: StoredValue) {
  const shown = await call.services.eav.shownValue(call, attribute, value);
  if (!holdsFile(attribute)) return shown;
  return { ...shown, file: { url: fileUrl(call, shown.value), isImage: attribute.frontendInput === 'image' } };
}

/** Values of added attributes as input of the customer module; undefined without values. */
export async function sentValues(
  call: Call,
  entity: FormEntity,
  input: readonly (GraphQLTypes['AttributeValueInput'] | null | undefined)[] | null | undefined,
  old?: readonly (GraphQLTypes['CustomerAddressAttributeInput'] | null | undefined)[] | null,
): Promise<CustomAttribute[] | undefined> {
  if (!input && !old) return undefined;
  const { byCode } = await call.services.eav.entity(call, entity);
  const all = [
    ...(old ?? []).flatMap((one) => one ?? []),
    ...(input ?? []).flatMap((one) => {
      if (!one) return [];
      const chosen = one.selected_options?.flatMap((option) => option?.value ?? []).join(',');
      return [{ attribute_code: one.attribute_code, value: chosen ?? one.value ?? '' }];
    }),
  ];
  return all.filter(({ attribute_code }) => byCode.get(attribute_code)?.isUserDefined);
}
