import { extendEnum, objectType, ofReleases } from '../../kernel/graphql.ts';
import { inputFilterOf, validationRulesOf, type ShownAttribute, type ShownEntity } from '../eav/extensions.ts';

declare module '../eav/extensions.ts' {
  interface ShownEntities {
    RMA_ITEM: 'rma_item';
  }
}
declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    ReturnItemAttributeMetadata: ShownAttribute;
  }
}

/** Items of returns: their attributes are in the form by which buyers request a return. */
export const returnItemEntity = {
  name: 'RMA_ITEM',
  code: 'rma_item',
  metadataType: 'ReturnItemAttributeMetadata',
  hasForms: true,
  release: '2.4.8',
} as const satisfies ShownEntity;

const returnItemAttribute = objectType(
  returnItemEntity.metadataType,
  (t) => ({
    input_filter: t.field('InputFilterEnum', inputFilterOf),
    multiline_count: t.field('Int', ({ attribute }) => attribute.multilineCount),
    sort_order: t.field('Int', ({ attribute }) => attribute.sortOrder),
    validate_rules: t.field('[ValidationRule]', validationRulesOf),
  }),
  ['CustomAttributeMetadataInterface'],
);

/** Metadata of the attributes of returned items. */
export const returnMetadataDeclarations = ofReleases({ release: returnItemEntity.release }, [
  extendEnum('AttributeEntityTypeEnum', [returnItemEntity.name]),
  returnItemAttribute,
]);
