import type { TypeText } from '../../kernel/graphql.ts';
import type { CollectedTypes } from './collect.ts';

/** The types that queries and mutations can reach, including those that implement a reachable interface. */
export function reachableTypes(collected: CollectedTypes): CollectedTypes {
  const implementing = implementationsIn(collected);
  const reached = new Set<string>();
  const open = ['Query', 'Mutation'];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    open.push(...namedBy(collected, name), ...(implementing.get(name) ?? []));
  }
  const onlyReached = <V>(all: ReadonlyMap<string, V>): Map<string, V> =>
    new Map([...all].filter(([name]) => reached.has(name)));
  return {
    types: onlyReached(collected.types),
    inputs: onlyReached(collected.inputs),
    enums: onlyReached(collected.enums),
    scalars: onlyReached(collected.scalars),
    unions: onlyReached(collected.unions),
  };
}

/** The types of each interface. */
function implementationsIn({ types }: CollectedTypes): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const type of types.values()) {
    for (const name of type.implements) {
      const names = found.get(name);
      if (names) names.push(type.name);
      else found.set(name, [type.name]);
    }
  }
  return found;
}

/** The types that the declaration of a type names: of its fields and their arguments, its interfaces or its members. */
function namedBy({ types, inputs, unions }: CollectedTypes, name: string): string[] {
  const type = types.get(name);
  const fields = [...(type?.fields.values() ?? [])];
  const texts = [
    ...fields.map((field) => field.type),
    ...fields.flatMap((field) => Object.values(field.args)),
    ...[...(inputs.get(name)?.fields.values() ?? [])].map((field) => field.type),
  ];
  return [...(type?.implements ?? []), ...(unions.get(name)?.members ?? []), ...texts.map(nameIn)];
}

/** The name of the type in a text such as `[String!]! = []`. */
function nameIn(text: TypeText): string {
  return /\w+/.exec(text)?.[0] ?? '';
}
