import { elementAt } from '../../kernel/lists.ts';
import { isAnyList, isPlainObject } from '../../kernel/plain-objects.ts';

/** An operation in a hook's response. Source: the documented responses of the interface's webhooks. */
export type HookOperation =
  | { readonly op: 'success' }
  | { readonly op: 'exception'; readonly type: string; readonly message: string }
  | { readonly op: 'add' | 'replace'; readonly path: readonly string[]; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: readonly string[] };

const MOST = 1000;

/**
 * Parses the response of a hook: an operation, or a list of them. Throws an error with the cause for an invalid one.
 */
export function parseResponse(text: string): readonly HookOperation[] {
  const response: unknown = JSON.parse(text);
  const list: readonly unknown[] = Array.isArray(response) ? response : [response];
  if (list.length > MOST) throw new Error(`there are more than ${MOST} operations`);
  return list.map(readOperation);
}

function readOperation(input: unknown): HookOperation {
  if (!isPlainObject(input)) throw new Error('an operation is no object');
  const { op } = input;
  switch (op) {
    case 'success':
      return { op };
    case 'exception':
      return { op, type: textOf(input.type ?? input.class), message: textOf(input.message) };
    case 'add':
    case 'replace':
      if (input.value === undefined) throw new Error(`"${op}" has no value`);
      return { op, path: pathOf(input.path), value: valueOf(input) };
    case 'remove':
      return { op, path: pathOf(input.path) };
    default:
      throw new Error(`the operation "${textOf(op)}" is unknown`);
  }
}

/** The value of an operation; for an instance of a class, its data. */
function valueOf({ value, instance }: Readonly<Record<string, unknown>>): unknown {
  return instance !== undefined && isPlainObject(value) && isPlainObject(value.data) ? value.data : value;
}

function pathOf(path: unknown): string[] {
  const steps = textOf(path)
    .split('/')
    .filter((step) => step !== '');
  if (steps.length === 0) throw new Error('an operation has no path');
  if (steps.some((step) => step === '__proto__')) throw new Error('a path leads nowhere');
  return steps;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * Applies a hook's operations to a value and returns the changed copy. `add` appends to a list. Operations on a missing
 * parent are ignored.
 */
export function applyOperations<T>(value: T, operations: readonly HookOperation[]): T {
  const changes = operations.filter((one) => 'path' in one);
  if (changes.length === 0) return value;
  const changed = structuredClone(value);
  for (const one of changes) applyTo(changed, one);
  return changed;
}

type Change = Extract<HookOperation, { path: readonly string[] }>;

function applyTo(root: unknown, change: Change): void {
  const parent = change.path.slice(0, -1).reduce<unknown>(inside, root);
  const name = elementAt(change.path, -1);
  if (isAnyList(parent)) return applyToList(parent, name, change);
  if (!isPlainObject(parent)) return;
  const present = inside(parent, name);
  if (change.op === 'remove') delete parent[name];
  else if (change.op === 'add' && isAnyList(present)) present.push(change.value);
  else parent[name] = change.value;
}

function applyToList(list: unknown[], name: string, change: Change): void {
  if (change.op === 'add' && name === '-') list.push(change.value);
  else if (!/^\d{1,9}$/.test(name) || Number(name) >= list.length) return;
  else if (change.op === 'remove') list.splice(Number(name), 1);
  else if (change.op === 'replace') list[Number(name)] = change.value;
  else {
    const inner = list[Number(name)];
    if (isAnyList(inner)) inner.push(change.value);
  }
}

function inside(value: unknown, step: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? Reflect.get(value, step)
    : undefined;
}
