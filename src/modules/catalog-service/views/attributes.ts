import type { Call } from '../../../kernel/call.ts';
import { valueTypes, type GraphQLTypes, type ValueTypesOf } from '../../../kernel/graphql.ts';
import type { ProductSource } from '../../catalog/graphql/types.ts';
import type { Attribute } from '../../eav/service.ts';

const values = valueTypes({
  ProductViewAttribute: { label: 'String', name: 'String!', roles: '[String]', value: 'JSON' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

/** The pages on which attributes appear, by the names of their roles. */
const roles: readonly [string, (attribute: Attribute) => boolean][] = [
  ['visible_in_pdp', ({ isVisibleOnFront }) => isVisibleOnFront],
  ['visible_in_plp', ({ usedInProductListing }) => usedInProductListing],
  ['visible_in_compare_list', ({ isComparable }) => isComparable],
  ['visible_in_search', ({ isVisibleInAdvancedSearch }) => isVisibleInAdvancedSearch],
];

const rolesOf = (attribute: Attribute): string[] =>
  roles.flatMap(([name, isShown]) => (isShown(attribute) ? [name] : []));

/** Filters of a list by names; empty or absent: no filter. */
type Names = readonly (string | null | undefined)[] | null | undefined;

/** Whether a filter has none of its names, or accepts one of these. */
export function isAccepted(filter: Names, names: readonly string[]): boolean {
  return !filter?.length || names.some((name) => filter.includes(name));
}

/** The roles of attributes that a product has because of its type: all pages need them. */
const typeRoles = ['visible_in_pdp', 'visible_in_plp'];

/** The attributes that a product has because of its type. */
async function typeAttributesOf(
  call: Call,
  source: ProductSource,
  filter: { readonly roles: Names; readonly names: Names },
): Promise<GraphQLTypes['ProductViewAttribute'][]> {
  const ofType = call.contributions.viewAttributes.filter(
    ({ type, name }) =>
      type === source.product.type_id && isAccepted(filter.roles, typeRoles) && isAccepted(filter.names, [name]),
  );
  return await Promise.all(
    ofType.map(async ({ name, of }) => {
      const { label, value } = await of(call, source);
      return { label, name, roles: typeRoles, value: JSON.stringify(value) };
    }),
  );
}

/** The attributes of the shop that a product has values of. Storefronts choose among them by their roles. */
export async function attributesOf(
  call: Call,
  source: ProductSource,
  filter: { readonly roles: Names; readonly names: Names },
): Promise<GraphQLTypes['ProductViewAttribute'][]> {
  const { catalogSearch, eav, storefront } = call.services;
  const attributes = [...eav.current('catalog_product').inSet(source.product.attribute_set_id).values()]
    .filter(({ code }) => Object.hasOwn(source.values, code) && source.values[code] !== '')
    .filter((attribute) => storefront.isShopAttribute(attribute))
    .filter((attribute) => isAccepted(filter.roles, rolesOf(attribute)) && isAccepted(filter.names, [attribute.code]));
  const shopAttributes = Promise.all(
    attributes.map(async (attribute) => ({
      label: catalogSearch.labelOf(call, attribute),
      name: attribute.code,
      roles: rolesOf(attribute),
      value: await valueOf(call, attribute, source.values[attribute.code]),
    })),
  );
  return (await Promise.all([shopAttributes, typeAttributesOf(call, source, filter)])).flat();
}

/** A value as pages show it: `yes` or `no`, a number, a text, a label, or several labels. */
async function valueOf(call: Call, attribute: Attribute, stored: string | number | undefined): Promise<unknown> {
  if (attribute.frontendInput === 'boolean') return yesOrNoText(String(stored) === '1');
  if (attribute.backendType === 'decimal') return Number(stored);
  const { value, options } = await call.services.eav.shownValue(call, attribute, stored);
  if (!options) return value;
  const labels = options.map(({ label }) => label);
  return attribute.frontendInput === 'multiselect' ? labels : (labels[0] ?? value);
}

/** The value of an attribute that is yes or no. */
export function yesOrNoText(isYes: boolean): string {
  return isYes ? 'yes' : 'no';
}

/** Attributes of product views. */
export const attributeDeclarations = [values];
