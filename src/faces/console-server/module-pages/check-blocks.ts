import {
  valueFormats,
  type ConsoleAction,
  type ConsoleBlock,
  type ConsoleField,
  type RecordView,
} from '../../../kernel/console-pages.ts';
import { typeAt } from '../../../kernel/entity.ts';
import { isRecord } from '../../../kernel/fields.ts';
import { pathParameters, type AnyRoute } from '../../../kernel/route.ts';
import { bare, isOptional, type Type } from '../../../kernel/types.ts';
import { criteriaOf, inputTypeOf, itemOf } from './route-types.ts';

/** The routes that the pages of a module may call. */
export type OwnRoutes = readonly AnyRoute[];

const nameOf = ({ method, path }: AnyRoute): string => `${method} ${path}`;

/** Checks a block of a page. Throws the reason. */
export function checkBlock(block: ConsoleBlock, routes: OwnRoutes): void {
  const { kind, title } = block;
  const label = `the ${kind} "${title}"`;
  switch (block.kind) {
    case 'list':
      return checkList(block, label, routes);
    case 'figures': {
      const output = readBy(block.route, label, routes).output;
      checkArguments(block.route, [], label);
      return checkFields(block.figures, output, label, block.route);
    }
    case 'record':
      return checkRecord(block, undefined, label, routes);
    default:
      throw new Error(
        `its block "${String(title)}" is of the unknown kind "${String(kind)}": use list, figures or record`,
      );
  }
}

function checkList(block: Extract<ConsoleBlock, { kind: 'list' }>, label: string, routes: OwnRoutes): void {
  const { route, columns, filters = [], actions = [], record } = block;
  const item = itemOf(readBy(route, label, routes).output);
  if (!item) throw new Error(`${label} reads ${nameOf(route)}, which returns no list of records`);
  const criteria = criteriaOf(route);
  checkArguments(route, criteria === undefined ? [] : [criteria], label);
  if (filters.length > 0 && criteria === undefined) {
    throw new Error(`${label} has filters, and ${nameOf(route)} takes no search criteria`);
  }
  if (columns.length === 0) throw new Error(`${label} has no columns`);
  checkFields(columns, item, label, route);
  for (const action of actions) checkAction(action, item, routes);
  if (record) checkRecord(record, item, `the record of ${label}`, routes);
}

function checkRecord(view: RecordView, row: Type | undefined, label: string, routes: OwnRoutes): void {
  const { route, fields, arguments: mapped = {}, actions = [] } = view;
  const { output } = readBy(route, label, routes);
  checkMapped(mapped, row, route, label);
  checkArguments(route, Object.keys(mapped), label);
  checkFields(fields, output, label, route);
  for (const action of actions) checkAction(action, row ?? output, routes);
}

/** Checks an action on records of a type; undefined: on the page. Throws the reason. */
export function checkAction(action: ConsoleAction, record: Type | undefined, routes: OwnRoutes): void {
  const { arguments: mapped = {}, form = [] } = action;
  const label = `the action "${action.label}"`;
  const route = ownRoute(action.route, label, routes);
  if (route.method === 'GET') throw new Error(`${label} calls ${nameOf(route)}, which changes nothing`);
  checkMapped(mapped, record, route, label);
  for (const { argument } of form) {
    const type = typeAt(route.input, argument);
    if (!type) throw new Error(`${label} asks for ${argument}, which ${nameOf(route)} does not take`);
    if (!inputTypeOf(type)) throw new Error(`${label} asks for ${argument}, whose type has no input`);
  }
  checkArguments(route, [...Object.keys(mapped), ...form.map(({ argument }) => argument)], label);
}

function readBy(route: AnyRoute, label: string, routes: OwnRoutes): AnyRoute {
  const own = ownRoute(route, label, routes);
  if (own.method !== 'GET') throw new Error(`${label} reads ${nameOf(route)}: use a GET route`);
  return own;
}

/** The route of the module, as the server has it: with the fields that modules add. */
function ownRoute(route: unknown, label: string, routes: OwnRoutes): AnyRoute {
  const text = isRecord(route) ? `${String(route['method'])} ${String(route['path'])}` : JSON.stringify(route);
  const own = routes.find((one) => isRecord(route) && one.method === route['method'] && one.path === route['path']);
  if (!own) throw new Error(`${label} calls ${text}, which is no route of the module`);
  return own;
}

function checkMapped(
  mapped: Readonly<Record<string, string>>,
  record: Type | undefined,
  route: AnyRoute,
  label: string,
): void {
  for (const [argument, field] of Object.entries(mapped)) {
    if (!typeAt(route.input, argument) && !pathParameters(route.path).includes(argument)) {
      throw new Error(`${label} gives ${argument}, which ${nameOf(route)} does not take`);
    }
    if (!record || !fieldOf(record, field))
      throw new Error(`${label} takes ${argument} from the missing field ${field}`);
  }
}

/** Throws when a required argument has no value. `given`: paths of arguments with a value. */
function checkArguments(route: AnyRoute, given: readonly string[], label: string): void {
  const names = new Set(given.map((path) => path.split('.')[0]));
  const required = Object.entries(route.input).filter(([, type]) => !isOptional(type));
  const missing = [...required.map(([name]) => name), ...pathParameters(route.path)].find(
    (name) => !names.has(name) && !(name in (route.forced ?? {})),
  );
  if (missing !== undefined) throw new Error(`${label} has no value for ${missing} of ${nameOf(route)}`);
}

function checkFields(fields: readonly ConsoleField[], type: Type, label: string, route: AnyRoute): void {
  for (const { field, label: title, format, currency } of fields) {
    if (!title) throw new Error(`${label} has a field without a label: ${String(field)}`);
    if (format !== undefined && !valueFormats.includes(format)) {
      throw new Error(`${label} has the unknown format "${String(format)}": use ${valueFormats.join(', ')}`);
    }
    for (const name of [field, currency]) {
      if (name === undefined || fieldOf(type, name)) continue;
      throw new Error(`${label} has the field ${name}, which ${nameOf(route)} does not return`);
    }
  }
}

/** The type of a field of a record; extension attributes may have fields of other modules. */
function fieldOf(type: Type, path: string): Type | undefined {
  const shape = bare(type);
  return shape.kind === 'object' ? typeAt(shape.fields, path) : undefined;
}
