import type { Call } from '../../../kernel/call.ts';
import { extendEnum } from '../../../kernel/graphql.ts';
import { keysOf } from '../../../kernel/own-fields.ts';
import type { Attribute } from '../../eav/service.ts';
import type { UploadKind } from '../../upload/extensions.ts';
import { customerErrors } from '../errors.ts';
import { formRule } from '../metadata/form-rules.ts';
import type { FormEntity } from '../metadata/metadata.ts';
import { holdsFile, largestOf, takesName } from './rules.ts';
import { purposes } from './values.ts';

declare module '../../upload/extensions.ts' {
  interface UploadPurposes {
    CUSTOMER_ATTRIBUTE_FILE: true;
    CUSTOMER_ATTRIBUTE_IMAGE: true;
    CUSTOMER_ATTRIBUTE_ADDRESS_FILE: true;
    CUSTOMER_ATTRIBUTE_ADDRESS_IMAGE: true;
  }
}

/** The attributes of forms whose values are uploads of a purpose. */
async function attributesFor(call: Call, entity: FormEntity, input: 'file' | 'image'): Promise<Attribute[]> {
  const { byCode } = await call.services.eav.entity(call, entity);
  const { storeId } = call.scope;
  return [...byCode.values()].filter(
    (one) => holdsFile(one) && one.frontendInput === input && formRule(call, one, storeId).visible,
  );
}

/** Guests upload files too, for the account that they create. */
function kindFor(entity: FormEntity, input: 'file' | 'image'): UploadKind {
  return {
    purpose: purposes[entity][input],
    isForGuests: true,
    async admit(call) {
      if ((await attributesFor(call, entity, input)).length === 0) throw customerErrors.noFileAttribute();
    },
    async checkName(call, fileName) {
      const attributes = await attributesFor(call, entity, input);
      if (!attributes.some((one) => takesName(one, fileName))) throw customerErrors.fileEndingUnknown([fileName]);
    },
    async largest(call, fileName) {
      const attributes = await attributesFor(call, entity, input);
      return Math.max(0, ...attributes.filter((one) => takesName(one, fileName)).map((one) => largestOf(call, one)));
    },
  };
}

/** Files for attributes of customers and of their addresses. */
export const attributeUploads: readonly UploadKind[] = keysOf(purposes).flatMap((entity) => [
  kindFor(entity, 'file'),
  kindFor(entity, 'image'),
]);

/** Their purposes in GraphQL. */
export const attributeUploadDeclarations = [
  extendEnum(
    'MediaResourceType',
    attributeUploads.map(({ purpose }) => purpose),
  ),
];
