import type { Call } from '../../../kernel/call.ts';
import { sharedQueries, valueTypes, type GraphQLTypes, type ValueTypesOf } from '../../../kernel/graphql.ts';
import type { Attribute } from '../../eav/service.ts';
import { placeFilters } from './clauses.ts';

const named = { attribute: 'String!', frontendInput: 'String', label: 'String', numeric: 'Boolean' } as const;
const values = valueTypes({
  AttributeMetadataResponse: {
    filterableInSearch: '[FilterableInSearchAttribute!]',
    sortable: '[SortableAttribute!]',
  },
  FilterableInSearchAttribute: named,
  SortableAttribute: named,
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

type Named = GraphQLTypes['SortableAttribute'];

function ofAttribute(call: Call, attribute: Attribute): Named {
  const { code, frontendInput, backendType } = attribute;
  const numeric = backendType === 'decimal';
  return { attribute: code, frontendInput, label: call.services.catalogSearch.labelOf(call, attribute), numeric };
}

const ofPlace = (attribute: string, numeric: boolean): Named => ({
  attribute,
  frontendInput: numeric ? 'number' : 'text',
  label: attribute,
  numeric,
});

/** The attributes that lists are sorted by: those of products, and the position in a category. */
export function sortableNames(call: Call): Named[] {
  const own = call.services.catalogSearch.sortable(call.services).map((attribute) => ofAttribute(call, attribute));
  return [...own, ofPlace('position', true)];
}

const queries = sharedQueries((t) => ({
  attributeMetadata: t.field('AttributeMetadataResponse!', (_, __, call) => {
    const { catalogSearch, eav } = call.services;
    const { byCode } = eav.current('catalog_product');
    const codes = [...catalogSearch.filterable(call.services).keys()];
    return {
      filterableInSearch: [
        ...placeFilters.map((name) => ofPlace(name, false)),
        ...codes
          .filter((code) => code !== 'visibility')
          .flatMap((code) => {
            const attribute = byCode.get(code);
            return attribute ? [ofAttribute(call, attribute)] : [];
          }),
      ],
      sortable: sortableNames(call),
    };
  }),
}));

/** The attributes of product searches. */
export const metadataDeclarations = [values, queries];
