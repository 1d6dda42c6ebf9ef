import type { Call } from '../../../kernel/call.ts';
import { inputTypes, type GraphQLTypes, type InputTypesOf } from '../../../kernel/graphql.ts';
import type { Attribute } from '../../eav/service.ts';
import type { LayerFilter } from '../../search/service.ts';
import { catalogServiceErrors } from '../errors.ts';
import { yesOrNoText } from '../views/attributes.ts';
import { visibilitiesNamed } from '../views/visibility.ts';

const inputs = inputTypes({
  SearchClauseInput: {
    attribute: 'String!',
    contains: 'String',
    eq: 'String',
    in: '[String]',
    range: 'SearchRangeInput',
    startsWith: 'String',
  },
  SearchRangeInput: { from: 'Float', to: 'Float' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends InputTypesOf<typeof inputs> {}
}

/** A filter of a product search by one attribute. */
export type Clause = GraphQLTypes['SearchClauseInput'];

/** Attributes by which products are filtered besides their own: by categories and places. */
export const placeFilters = ['categoryPath', 'categories', 'categoryIds', 'visibility'] as const;
/** Those that name categories. */
const categoryFilters: ReadonlySet<string> = new Set(['categoryPath', 'categories', 'categoryIds', 'categoryId']);

/** Maximum number of values in a filter. */
const MAX_VALUES = 500;

/** The values that a clause names; undefined for one without. */
function namedIn({ eq, in: several }: Clause): string[] | undefined {
  if (eq == null && !several) return undefined;
  if (several && several.length > MAX_VALUES) throw catalogServiceErrors.tooMany(['in', MAX_VALUES]);
  return [...(eq == null ? [] : [eq]), ...(several ?? [])].filter((value) => value != null);
}

/** Whether a search is narrowed to categories. */
export function hasCategory(clauses: readonly Clause[]): boolean {
  return clauses.some((clause) => categoryFilters.has(clause.attribute) && namedIn(clause));
}

/** Reads the filters of a search; a query for the paths of categories, and one for the labels of each attribute. */
export async function readClauses(call: Call, clauses: readonly Clause[]): Promise<LayerFilter[]> {
  return (await Promise.all(clauses.map((clause) => readClause(call, clause)))).flat();
}

async function readClause(call: Call, clause: Clause): Promise<LayerFilter[]> {
  const { attribute: code } = clause;
  if (categoryFilters.has(code)) return await inCategories(call, clause);
  if (code === 'visibility') {
    const values = namedIn(clause)?.flatMap(visibilitiesNamed);
    return values ? [{ kind: 'equal', code, values }] : [];
  }
  const { catalogSearch, eav } = call.services;
  const kind = catalogSearch.filterable(call.services).get(code);
  const attribute = eav.current('catalog_product').byCode.get(code);
  if (!kind || !attribute) throw catalogServiceErrors.filter([code]);
  if (kind === 'range') return onAmounts(clause);
  if (clause.range) throw catalogServiceErrors.clause([code, 'eq, in, contains and startsWith']);
  return catalogSearch.isChoice(call, attribute) ? await byLabels(call, clause, attribute) : onTexts(clause);
}

async function inCategories(call: Call, clause: Clause): Promise<LayerFilter[]> {
  const names = namedIn(clause);
  if (!names) throw catalogServiceErrors.clause([clause.attribute, 'eq and in']);
  const isPath = clause.attribute === 'categoryPath' || clause.attribute === 'categories';
  const ids = isPath
    ? await call.services.listing.categoriesAt(call, names)
    : names.filter((id) => /^\d{1,15}$/.test(id));
  return [{ kind: 'equal', code: 'category_id', values: ids.map(String) }];
}

function onAmounts(clause: Clause): LayerFilter[] {
  const { attribute: code, range } = clause;
  const names = namedIn(clause);
  if (clause.contains != null || clause.startsWith != null || (names && names.length !== 1))
    throw catalogServiceErrors.clause([code, 'range and eq']);
  const [exact] = names ?? [];
  const [from, to] = exact === undefined ? [range?.from?.toString(), range?.to?.toString()] : [exact, exact];
  return [{ kind: 'range', code, from, to }];
}

function partsOf({ attribute: code, contains, startsWith }: Clause): Extract<LayerFilter, { kind: 'part' }>[] {
  return [
    ...(contains == null ? [] : [{ kind: 'part', code, text: contains, isStart: false } as const]),
    ...(startsWith == null ? [] : [{ kind: 'part', code, text: startsWith, isStart: true } as const]),
  ];
}

function onTexts(clause: Clause): LayerFilter[] {
  const values = namedIn(clause);
  return [...(values ? [{ kind: 'equal', code: clause.attribute, values } as const] : []), ...partsOf(clause)];
}

/** Filters on options, which a clause names by their labels in the store view. */
async function byLabels(call: Call, clause: Clause, attribute: Attribute): Promise<LayerFilter[]> {
  const { code, id } = attribute;
  const options =
    attribute.frontendInput === 'boolean'
      ? [0, 1].map((value) => ({ value: String(value), label: yesOrNoText(value === 1) }))
      : ((await call.services.eav.storedOptions(call, [id], call.scope.storeId)).get(id) ?? []);
  const having = (isMeant: (label: string) => boolean): LayerFilter => ({
    kind: 'equal',
    code,
    values: options.filter(({ label }) => isMeant(label)).map(({ value }) => value),
  });
  const labels = namedIn(clause);
  const parts = partsOf(clause).map(({ text, isStart }) => {
    const asked = text.toLowerCase();
    return having((label) => {
      const own = label.toLowerCase();
      return isStart ? own.startsWith(asked) : own.includes(asked);
    });
  });
  return [...(labels ? [having((label) => labels.includes(label))] : []), ...parts];
}

/** Filters of product searches. */
export const clauseInputs = [inputs];
