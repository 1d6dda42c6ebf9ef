import type { EnumValue } from '../../kernel/graphql.ts';
import type { ModuleManifest } from '../../kernel/module.ts';
import type { AnyRoute } from '../../kernel/route.ts';
import { interfaceName, isVendorModule, tablePrefixOf } from '../../kernel/vendor.ts';

/** A thing that only one module may have, such as `the route GET /V1/products`. */
type Claim = string;

/**
 * Throws when an added module claims a name, route, setting, service, permission, field or code of another module, with a sentence that names
 * both. Tables are checked by their migrations.
 */
export function checkConflicts(modules: readonly ModuleManifest[]): void {
  const owners = new Map<Claim, string>();
  for (const one of modules) {
    for (const claim of claimsOf(one)) {
      const owner = owners.get(claim);
      if (owner !== undefined && isVendorModule(one.name)) {
        throw new Error(`the module ${one.name} declares ${claim}, which the module ${interfaceName(owner)} has`);
      }
      owners.set(claim, one.name);
    }
  }
}

function* claimsOf(one: ModuleManifest): Iterable<Claim> {
  yield `the module name ${one.name.toLowerCase()}`;
  if (isVendorModule(one.name)) yield `the table prefix ${tablePrefixOf(one.name)}`;
  yield* (one.routes ?? []).map(routeClaim);
  for (const path of Object.keys(one.configuration ?? {})) yield `the setting ${path}`;
  for (const service of Object.keys(one.services ?? {})) yield `the service ${service}`;
  for (const { id } of one.acl ?? []) yield `the permission ${id}`;
  for (const { type, fields } of one.extends ?? []) {
    for (const field of Object.keys(fields)) yield `the field ${field} of ${type.name}`;
  }
  yield* graphqlClaims(one);
  yield* translationClaims(one);
  yield* contributedCodes(one);
}

const routeClaim = ({ method, path }: AnyRoute): Claim =>
  `the route ${method} ${path.replaceAll(/:\w+/g, ':parameter')}`;

function enumText(value: EnumValue): string {
  return typeof value === 'string' ? value : value.value;
}

function* graphqlClaims({ graphql = [] }: ModuleManifest): Iterable<Claim> {
  for (const declaration of graphql) {
    switch (declaration.kind) {
      case 'object':
      case 'interface':
      case 'union':
        yield `the GraphQL type ${declaration.name}`;
        break;
      case 'extension':
      case 'inputExtension':
        yield* Object.keys(declaration.fields).map((field) => `the GraphQL field ${declaration.name}.${field}`);
        break;
      case 'enumExtension':
        yield* declaration.values.map((value) => `the GraphQL value ${declaration.name}.${enumText(value)}`);
        break;
      case 'values':
      case 'inputs':
      case 'enums':
      case 'scalars':
        yield* Object.keys(declaration.types).map((name) => `the GraphQL type ${name}`);
        break;
      case 'installation':
        break;
    }
  }
}

function* translationClaims({ translations = {} }: ModuleManifest): Iterable<Claim> {
  for (const [language, byModule] of Object.entries(translations)) {
    for (const [owner, texts] of Object.entries(byModule)) {
      for (const key of Object.keys(texts)) yield `the text ${key} of ${owner} in ${language}`;
    }
  }
}

/** Contribution points whose values are known by a code, and the property that has it. */
const codedPoints = { carriers: 'code', paymentMethods: 'code', cartTotals: 'code', productTypes: 'name' } as const;

function* contributedCodes({ contributes = {} }: ModuleManifest): Iterable<Claim> {
  yield* (contributes.consoleRoutes ?? []).map(routeClaim);
  for (const { place } of contributes.consolePages ?? []) yield `the console page ${place}`;
  for (const [point, property] of Object.entries(codedPoints)) {
    const values: readonly object[] = Reflect.get(contributes, point) ?? [];
    for (const value of values) yield `the code ${String(Reflect.get(value, property))} of ${point}`;
  }
}
