import type { EnumValue, GraphQLDeclaration, GraphQLField, MarkedField } from '../../kernel/graphql.ts';
import type { ReleaseMarks } from '../../kernel/graphql-options.ts';
import type { Target } from '../../kernel/served-fields.ts';
import { isAtLeast } from '../../kernel/release.ts';

/** The edition and releases of a schema. */
interface SchemaTarget extends Target {
  /** Release of the storefront compatibility package. */
  readonly storefrontPackage: string;
}

/** The declarations of an edition and release, without the fields and values of others. */
export function servedDeclarations(
  declarations: readonly GraphQLDeclaration[],
  target: SchemaTarget,
): GraphQLDeclaration[] {
  return declarations
    .filter(({ since }) => !since || isAtLeast(target.storefrontPackage, since))
    .filter((one) => isServed(one, target))
    .map((one) => withServedParts(one, target));
}

function isServed({ release, before }: ReleaseMarks, target: Target): boolean {
  const first = typeof release === 'string' ? release : release?.[target.edition];
  if (first !== undefined && !isAtLeast(target.release, first)) return false;
  return before === undefined || !isAtLeast(target.release, before);
}

function withServedParts(one: GraphQLDeclaration, target: Target): GraphQLDeclaration {
  const served = <F>(fields: Readonly<Record<string, F>>, marksOf: (field: F) => ReleaseMarks): Record<string, F> =>
    Object.fromEntries(Object.entries(fields).filter(([, field]) => isServed(marksOf(field), target)));
  switch (one.kind) {
    case 'object':
    case 'interface':
    case 'extension':
      return { ...one, fields: served(one.fields, resolverMarks) };
    case 'inputExtension':
      return { ...one, fields: served(one.fields, textMarks) };
    case 'values':
    case 'inputs':
      return { ...one, types: mapValues(one.types, (fields) => served(fields, textMarks)) };
    case 'enums':
      return {
        ...one,
        types: mapValues(one.types, (values) => values.filter((value) => isServed(textMarks(value), target))),
      };
    case 'enumExtension':
      return { ...one, values: one.values.filter((value) => isServed(textMarks(value), target)) };
    case 'installation':
    case 'scalars':
    case 'union':
      return one;
  }
}

function resolverMarks(field: string | GraphQLField): ReleaseMarks {
  return typeof field === 'string' ? {} : field.options;
}

function textMarks(field: MarkedField | EnumValue): ReleaseMarks {
  return typeof field === 'string' ? {} : field;
}

function mapValues<V, R>(record: Readonly<Record<string, V>>, change: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
