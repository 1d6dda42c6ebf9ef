import { composeTypes } from '../../../src/kernel/compose-types.ts';
import type { ModuleManifest } from '../../../src/kernel/module.ts';
import { pathParameters, type AnyRoute } from '../../../src/kernel/route.ts';
import { bare, isOptional, type Fields, type ObjectType, type Type } from '../../../src/kernel/types.ts';
import { namedRoutes } from './names.ts';
import { isCriteria } from './table.ts';

/** Whether a value is sent or answered: their types differ. */
type Direction = 'sent' | 'answered';

/**
 * Prints what `infer.ts` infers, as the source text of `api.ts`: with every type by its name, so that the published package needs
 * neither the declarations nor their inference. A test holds both together. `imported`: the file or package of the types of operations.
 */
export function printApi(modules: readonly ModuleManifest[], imported = './operation.ts'): string {
  const compose = composeTypes(modules);
  const types = new PrintedTypes();
  const routes: string[] = [];
  const groups = new Map<string, Map<string, string[]>>();
  for (const { group, method, route } of namedRoutes(modules)) {
    const key = `${route.method} ${route.path}`;
    routes.push(`  /** ${route.summary} */\n  '${key}': ${operationOf(compose(route), types)};`);
    const methods = groups.get(group) ?? new Map<string, string[]>();
    groups.set(group, methods.set(method, [...(methods.get(method) ?? []), `Routes['${key}']`]));
  }
  const summaries = new Map(
    modules.flatMap(({ routes: all = [] }) => all.map((one) => [`${one.method} ${one.path}`, one.summary])),
  );
  const printed = [...groups].map(([group, methods]) => {
    const members = [...methods].map(([method, keys]) => {
      const said = keys.map((key) => summaries.get(key.slice(8, -2)));
      return `    /** ${[...new Set(said)].join(' ')} */\n    ${method}: ${keys.join(' | ')};`;
    });
    return `  ${group}: {\n${members.join('\n')}\n  };`;
  });
  return [
    `import type { CustomAttribute, Listing, Read, Write } from '${imported}';`,
    `/** The methods of the client by group, each with the routes it calls. */\nexport interface Groups {\n${printed.join('\n')}\n}`,
    `/** Every route by its method and path. */\nexport interface Routes {\n${routes.join('\n')}\n}`,
    ...types.printed(),
    '',
  ].join('\n\n');
}

function operationOf(route: AnyRoute, types: PrintedTypes): string {
  const { method, input, output } = route;
  const taken = argumentsOf(route, types);
  if (Object.values(input).some(isCriteria)) {
    const shape = bare(output);
    const items = shape.kind === 'object' && shape.fields.items ? bare(shape.fields.items) : shape;
    return `Listing<${items.kind === 'array' ? types.print(items.items, 'answered') : 'unknown'}, ${taken}>`;
  }
  const answer = types.print(output, 'answered');
  return `${method === 'GET' ? 'Read' : 'Write'}<${taken}, ${answer}>`;
}

function argumentsOf({ path, input, forced = {} }: AnyRoute, types: PrintedTypes): string {
  const named = Object.entries(input).filter(([name, type]) => !(name in forced) && !isCriteria(type));
  const members = [
    ...pathParameters(path).flatMap((name) => (input[name] ? [] : [`${name}: string | number`])),
    ...named.map(([name, type]) =>
      isOptional(type)
        ? `${name}?: ${types.print(bare(type), 'sent')} | undefined`
        : `${name}: ${types.print(type, 'sent')}`,
    ),
  ];
  return members.length > 0 ? `{ ${members.join('; ')} }` : '{}';
}

/** Types of the interface in print, each object under its name. */
class PrintedTypes {
  readonly #names = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #taken = new Map<string, ObjectType>();

  /** All objects that were printed or named, sorted. */
  printed(): string[] {
    return [...this.#texts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, text]) => `export type ${name} = ${text};`);
  }

  /** The text for a type. */
  print(type: Type, direction: Direction): string {
    if (type.kind === 'optional') return `${this.print(type.type, direction)} | null`;
    const shape = bare(type);
    switch (shape.kind) {
      case 'object':
        return this.#object(shape, direction);
      case 'array': {
        if ('named' in shape && direction === 'sent') return 'readonly string[] | Readonly<Record<string, string>>';
        const items = this.print(shape.items, direction);
        const list = items.includes(' ') ? `(${items})[]` : `${items}[]`;
        return direction === 'sent' ? `readonly ${list}` : list;
      }
      case 'customAttributes':
        return 'CustomAttribute[]';
      case 'integer':
        return 'asText' in shape ? 'string' : 'asFlag' in shape ? 'boolean' : 'number';
      case 'mixed':
        return 'unknown';
      default:
        return shape.kind;
    }
  }

  #object(type: ObjectType, direction: Direction): string {
    const name = this.#name(type) + (direction === 'sent' ? 'Input' : '');
    if (!this.#texts.has(name)) {
      // Entered before its fields are printed: types refer to themselves.
      this.#texts.set(name, '');
      this.#texts.set(name, this.#fields(type.fields, direction));
    }
    return name;
  }

  #fields(fields: Fields, direction: Direction): string {
    const members = Object.entries(fields).map(([name, type]) => {
      const mayMiss = direction === 'sent' || isOptional(type);
      const text = this.print(isOptional(type) ? bare(type) : type, direction);
      return `  ${name}${mayMiss ? '?' : ''}: ${text} | null${direction === 'sent' ? ' | undefined' : ''};`;
    });
    return members.length > 0 ? `{\n${members.join('\n')}\n}` : 'Record<never, never>';
  }

  /** `catalog-data-product-interface` → `CatalogProduct`; another type of that name keeps more of its own. */
  #name(type: ObjectType): string {
    const known = this.#names.get(type.name);
    if (known !== undefined) return known;
    const words = type.name.replace(/-interface$/, '').split('-');
    const name = [words.filter((word) => word !== 'data'), words, [...words, 'Interface']]
      .map((parts) => parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(''))
      .find((one) => !this.#taken.has(one) && !this.#taken.has(one.replace(/Input$/, '')));
    if (name === undefined) throw new Error(`no name is left for ${type.name}`);
    this.#names.set(type.name, name);
    this.#taken.set(name, type);
    return name;
  }
}
