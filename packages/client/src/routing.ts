import type { Operation } from './operation.ts';
import { scalarText } from './query.ts';

/** Arguments of a call by name. */
export type AnyArguments = Readonly<Record<string, unknown>>;

/**
 * Of the routes of one method, chooses the one that the arguments are for: that with the most parameters in its path, all of which
 * are there; of several the first. So `customers.get({ customerId })` reads a customer, `customers.get()` the caller. Throws a
 * TypeError where none fits, or where a parameter is there and undefined: another route would be called than was meant.
 */
export function chooseOperation(name: string, operations: readonly Operation[], sent: AnyArguments): Operation {
  const parameters = new Set(operations.flatMap((one) => one.parameters));
  for (const parameter of parameters) {
    if (parameter in sent && !canBeInPath(sent[parameter])) {
      throw new TypeError(`${name}: ${parameter} cannot be ${JSON.stringify(sent[parameter])}`);
    }
  }
  const fitting = operations.filter((one) => one.parameters.every((parameter) => parameter in sent));
  const [first, ...others] = fitting;
  if (!first)
    throw new TypeError(`${name} needs ${operations.map((one) => one.parameters.join(' and ')).join(', or ')}`);
  return others.reduce((best, one) => (one.parameters.length > best.parameters.length ? one : best), first);
}

/** Whether a value names something in a path; of the texts, those of dots would name another path. */
function canBeInPath(value: unknown): boolean {
  return value !== undefined && value !== null && !/^\.{0,2}$/.test(scalarText(value));
}

/** The path of a call, and the arguments that are not in it. */
export function placeArguments(
  { path, parameters }: Operation,
  sent: AnyArguments,
): { path: string; rest: AnyArguments } {
  const rest = Object.fromEntries(Object.entries(sent).filter(([name]) => !parameters.includes(name)));
  return { path: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(sent[name]))), rest };
}

/** The path of a bulk. */
export function bulkPath({ path }: Operation): string {
  return path.replace(/:(\w)(\w*)/g, (_, first: string, rest: string) => `by${first.toUpperCase()}${rest}`);
}

/** An element of a bulk: what a path would tell beside the arguments stands in the body. */
export function bulkElement({ overrides }: Operation, sent: AnyArguments): AnyArguments {
  const element: Record<string, unknown> = { ...sent };
  for (const [parameter, [argument, field]] of overrides) {
    delete element[parameter];
    if (!argument || !field) continue;
    const object = element[argument];
    if (typeof object === 'object') element[argument] = { ...object, [field]: sent[parameter] };
  }
  return element;
}
