import { takesBody, pathParameters, type AnyRoute } from '../../../src/kernel/route.ts';
import { bare, isOptional } from '../../../src/kernel/types.ts';
import type { ModuleManifest } from '../../../src/kernel/module.ts';
import { toSnakeCase } from '../../../src/kernel/names.ts';
import type { OperationTable } from '../src/operation.ts';
import { namedRoutes } from './names.ts';

/** The table of operations that modules declare. */
export function operationTable(modules: readonly ModuleManifest[]): OperationTable {
  const table: Record<string, Record<string, string[]>> = {};
  for (const { group, method, route } of namedRoutes(modules)) {
    ((table[group] ??= {})[method] ??= []).push(lineOf(route));
  }
  return table;
}

/** The line of a route; see `OperationTable`. */
function lineOf(route: AnyRoute): string {
  const { method, path, input, output } = route;
  const criteria = Object.entries(input).find(([, type]) => isCriteria(type))?.[0];
  const shape = bare(output);
  return [
    method,
    path,
    ...(criteria === undefined ? [] : [`criteria=${criteria}`]),
    ...overridesOf(route),
    ...(method === 'DELETE' && takesBody(route) ? ['body'] : []),
    ...(method !== 'GET' && route.asynchronous === false ? ['now'] : []),
    ...(shape.kind === 'void' ? ['void'] : isOptional(output) ? ['null'] : []),
  ].join(' ');
}

/** Whether an argument is search criteria. */
export function isCriteria(type: AnyRoute['input'][string]): boolean {
  const shape = bare(type);
  return shape.kind === 'object' && shape.name === 'framework-search-criteria-interface';
}

/** Parameters of the path that are no argument, each with the field of the body that it stands for. */
function overridesOf({ method, path, input, fromPath = {} }: AnyRoute): string[] {
  const parameters = pathParameters(path);
  const [object, ...others] = Object.entries(input).filter(([, type]) => bare(type).kind === 'object');
  return parameters
    .filter((name) => !input[name])
    .map((name) => {
      const told = Object.entries(fromPath).find(([, from]) => from === name)?.[0];
      if (told !== undefined) return `${name}=${told}`;
      if (!object || others.length > 0 || method !== 'PUT' || name !== parameters.at(-1)) return `${name}=`;
      const [argument, type] = object;
      const shape = bare(type);
      const field = toSnakeCase(name);
      return shape.kind === 'object' && field in shape.fields ? `${name}=${argument}.${field}` : `${name}=`;
    });
}
