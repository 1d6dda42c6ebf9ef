import { attributeFields } from './attribute-fields.ts';
import { categoryDeclarations } from './categories.ts';
import { categoryQueryDeclarations } from './category-queries.ts';
import { customAttributeDeclarations } from './custom-attributes.ts';
import { filterInputs } from './filter-inputs.ts';
import { mediaDeclarations } from './media.ts';
import { optionDeclarations } from './options.ts';
import { productDeclarations } from './product-type.ts';
import { catalogSettings } from './settings.ts';
import { urlDeclarations } from './url-fields.ts';
import { catalogMetadataDeclarations } from './attribute-metadata.ts';

/** The catalogue's declarations in the GraphQL schema. */
export const catalogGraphql = [
  ...productDeclarations,
  ...mediaDeclarations,
  ...optionDeclarations,
  ...urlDeclarations,
  ...filterInputs,
  ...categoryDeclarations,
  ...categoryQueryDeclarations,
  ...catalogMetadataDeclarations,
  ...customAttributeDeclarations,
  ...attributeFields,
  ...catalogSettings,
];
