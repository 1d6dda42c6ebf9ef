import type { GraphQLDeclaration } from '../../kernel/graphql.ts';
import type { GraphQLService } from '../../kernel/graphql-services.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { CallGate } from '../../platform/execution/admit.ts';
import { createStorefront, type Storefront } from './storefront.ts';

/** The path of the storefront's schema. */
const STOREFRONT_PATH = '/graphql';

/** A schema, and the services whose queries it has. */
export interface ServedSchema {
  readonly storefront: Storefront;
  readonly services: readonly GraphQLService[];
  /** Distinguishes it from the other schemas of the process. */
  readonly key: string;
}

/** The schemas of an installation. */
interface ServedSchemas {
  /** All paths. */
  readonly paths: readonly string[];
  /** The present schema of a path. */
  of(path: string): ServedSchema;
}

/** Dependencies of schemas. */
interface SchemaHost {
  readonly platform: Platform;
  readonly gate: CallGate;
  readonly declarations: readonly GraphQLDeclaration[];
  readonly services: readonly GraphQLService[];
}

/** Makes the schemas, each at its first use: the storefront's, those of services, and the storefront's with shared services. */
export function createSchemas({ platform, gate, declarations, services }: SchemaHost): ServedSchemas {
  const schemas = new Map<string, ServedSchema>();
  const schemaOf = (isWhole: boolean, own: readonly GraphQLService[]): ServedSchema => {
    const key = [isWhole, ...own.map(({ path }) => path)].join(' ');
    const known = schemas.get(key);
    if (known) return known;
    const storefront = createStorefront({
      platform,
      gate,
      declarations: own.length === 0 ? declarations : withServices(declarations, own, isWhole),
      names: Object.assign({}, ...own.map(({ names }) => names)),
      isPruned: own.length > 0,
    });
    const schema = { storefront, services: own, key };
    schemas.set(key, schema);
    return schema;
  };
  return {
    paths: [STOREFRONT_PATH, ...services.map(({ path }) => path)],
    of(path) {
      const service = services.find((one) => one.path === path);
      if (service) return schemaOf(false, [service]);
      return schemaOf(
        true,
        services.filter(({ isShared }) => platform.config.of(isShared)),
      );
    },
  };
}

/** The declarations of services with those of the storefront; without its queries and mutations unless `isWhole`. */
function withServices(
  declarations: readonly GraphQLDeclaration[],
  services: readonly GraphQLService[],
  isWhole: boolean,
): GraphQLDeclaration[] {
  const isRoot = (name: string): boolean => name === 'Query' || name === 'Mutation';
  const own = declarations.flatMap((one): GraphQLDeclaration[] => {
    if (one.kind !== 'object' && one.kind !== 'interface' && one.kind !== 'extension') return [one];
    if (!isWhole && isRoot(one.name)) return [];
    const left = new Set(services.flatMap(({ replaces }) => replaces[one.name] ?? []));
    if (left.size === 0) return [one];
    return [{ ...one, fields: Object.fromEntries(Object.entries(one.fields).filter(([name]) => !left.has(name))) }];
  });
  return [...own, ...services.flatMap((service) => service.declarations)];
}
