import { GraphQLError, GraphQLObjectType } from 'graphql';
import { fieldError } from './field-error.ts';
import type { FieldPlan, OperationPlan, SelectionPlan, Variables } from './plan.ts';
import type { Shape } from './shape.ts';
import type { WorkMeter } from './meter.ts';
import { anyText } from '../../../kernel/any-text.ts';

/** An object or list of the response while it is filled. */
export interface Place {
  /** The object or list itself. */
  readonly value: Record<string | number, unknown>;
  /** The containing object or list; undefined for the response as a whole. */
  readonly parent: Place | undefined;
  readonly key: string | number;
  /** Whether it may be null. */
  readonly isNullable: boolean;
  /** Whether it is null, because a required field of it failed. */
  isGone: boolean;
}

/** State shared by the runs of one request. */
export interface RunContext {
  readonly plan: OperationPlan;
  readonly context: unknown;
  readonly variables: Variables;
  readonly meter: WorkMeter;
  readonly errors: GraphQLError[];
}

/**
 * Executes selections into the response. Every list counts its items against the budget of the request. When the spell of this
 * turn is over, work continues in a later turn, so that other requests are answered in between.
 */
export class Run {
  readonly #shared: RunContext;
  readonly #arguments = new Map<FieldPlan, Readonly<Record<string, unknown>>>();
  readonly #completion = Promise.withResolvers<void>();
  /** Number of awaited values and queued works. */
  #pending = 1;
  #isOver = false;

  constructor(shared: RunContext) {
    this.#shared = shared;
  }

  /** Executes a selection on `source`; resolves when the response is filled. Rejects when the meter stops the request. */
  start(selection: SelectionPlan, source: unknown, place: Place): Promise<void> {
    this.#shared.meter.resume();
    this.#perform(() => this.#select(selection, source, place));
    return this.#completion.promise;
  }

  /** Runs one of the pending works. */
  #perform(work: () => void): void {
    const { meter } = this.#shared;
    if (this.#isOver) return;
    try {
      work();
    } catch (error) {
      this.#isOver = true;
      this.#completion.reject(error);
    }
    meter.touch();
    if (--this.#pending === 0 && !this.#isOver) this.#completion.resolve();
  }

  /** As `perform`, but in a later turn when execution should yield. */
  #enter(work: () => void): void {
    const { meter } = this.#shared;
    // This value may be the first event of this turn of the event loop.
    meter.touch();
    if (meter.isWaiting || meter.isSpellOver()) meter.later(() => this.#perform(work));
    else this.#perform(work);
  }

  #select({ fields }: SelectionPlan, source: unknown, place: Place): void {
    this.#shared.meter.count(fields.length);
    for (const field of fields) this.#field(field, source, place);
  }

  #field(field: FieldPlan, source: unknown, place: Place): void {
    const { key, resolve, typename } = field;
    if (typename !== undefined) {
      place.value[key] = typename;
      return;
    }
    let value: unknown;
    try {
      value = resolve
        ? resolve(source, this.#argumentsOf(field), this.#shared.context, field.group.info)
        : (source as Record<string, unknown> | undefined)?.[field.name];
    } catch (error) {
      this.#fail(error, field, field.shape, place, key);
      return;
    }
    this.#settle(value, field, field.shape, place, key);
  }

  #argumentsOf(field: FieldPlan): Readonly<Record<string, unknown>> {
    const { variables } = this.#shared;
    if (!field.hasArguments) return field.argumentsFor(variables);
    let values = this.#arguments.get(field);
    if (!values) this.#arguments.set(field, (values = field.argumentsFor(variables)));
    return values;
  }

  /** Completes a value once it is available. */
  #settle(value: unknown, field: FieldPlan, shape: Shape, place: Place, key: string | number): void {
    if (!isPromise(value)) {
      this.#complete(value, field, shape, place, key);
      return;
    }
    // Reserves the place, so that fields keep their order.
    place.value[key] = null;
    this.#pending += 1;
    value.then(
      (present) =>
        this.#enter(() => {
          this.#shared.meter.check();
          this.#complete(present, field, shape, place, key);
        }),
      (error: unknown) => this.#enter(() => this.#fail(error, field, shape, place, key)),
    );
  }

  #complete(value: unknown, field: FieldPlan, shape: Shape, place: Place, key: string | number): void {
    if (value === null || value === undefined) {
      if (shape.isRequired) {
        const { parentName, name } = field;
        this.#fail(
          new GraphQLError(`Cannot return null for non-nullable field ${parentName}.${name}.`),
          field,
          shape,
          place,
          key,
        );
      } else place.value[key] = null;
    } else if (value instanceof Error) this.#fail(value, field, shape, place, key);
    else if (shape.kind === 'leaf') this.#leaf(value, field, shape, place, key);
    else if (shape.kind === 'list') this.#list(value, field, shape, place, key);
    else this.#object(value, field, shape, place, key);
  }

  #leaf(
    value: unknown,
    field: FieldPlan,
    shape: Extract<Shape, { kind: 'leaf' }>,
    place: Place,
    key: string | number,
  ): void {
    let length = 0;
    try {
      const serialized = shape.type.serialize(value);
      if (serialized === null || serialized === undefined) {
        throw new GraphQLError(`Expected a value of type "${shape.type.name}" but received: ${String(value)}`);
      }
      place.value[key] = serialized;
      if (typeof serialized === 'string') length = serialized.length;
    } catch (error) {
      this.#fail(error, field, shape, place, key);
    }
    this.#shared.meter.addText(length);
  }

  #list(
    value: unknown,
    field: FieldPlan,
    shape: Extract<Shape, { kind: 'list' }>,
    place: Place,
    key: string | number,
  ): void {
    const items = itemsOf(value);
    if (!items) {
      const { parentName, name } = field;
      const error = new GraphQLError(`Expected Iterable, but did not find one for field "${parentName}.${name}".`);
      this.#fail(error, field, shape, place, key);
      return;
    }
    this.#shared.meter.addNodes(items.length);
    const list: unknown[] = [];
    place.value[key] = list;
    const within = placeOf(list as unknown as Place['value'], shape, place, key);
    this.#items(items, 0, field, shape.item, within);
  }

  /** Completes the items of a list from `start` on; the rest in a later turn when the spell is over. */
  #items(items: readonly unknown[], start: number, field: FieldPlan, shape: Shape, place: Place): void {
    const { meter } = this.#shared;
    for (let at = start; at < items.length; at++) {
      if (at > start && meter.isSpellOver()) {
        this.#pending += 1;
        meter.later(() =>
          this.#perform(() => {
            meter.check();
            this.#items(items, at, field, shape, place);
          }),
        );
        return;
      }
      this.#settle(items[at], field, shape, place, at);
    }
  }

  #object(
    value: unknown,
    field: FieldPlan,
    shape: Extract<Shape, { kind: 'object' | 'abstract' }>,
    place: Place,
    key: string | number,
  ): void {
    let selection: SelectionPlan;
    try {
      const type = shape.kind === 'object' ? shape.type : this.#typeOf(value, field, shape);
      selection = this.#shared.plan.selection(field.group, type);
    } catch (error) {
      this.#fail(error, field, shape, place, key);
      return;
    }
    const object = newObject(selection);
    place.value[key] = object;
    this.#select(selection, value, placeOf(object, shape, place, key));
  }

  #typeOf(
    value: unknown,
    { group, parentName, name }: FieldPlan,
    { type }: Extract<Shape, { kind: 'abstract' }>,
  ): GraphQLObjectType {
    const { schema } = this.#shared.plan;
    const resolved = type.resolveType?.(value, this.#shared.context, group.info, type);
    const object = typeof resolved === 'string' ? schema.getType(resolved) : undefined;
    if (object instanceof GraphQLObjectType && schema.isSubType(type, object)) return object;
    throw new GraphQLError(
      `Abstract type "${type.name}" has no object type "${anyText(resolved)}", to which a value of "${parentName}.${name}" belongs.`,
    );
  }

  /** Records the error of a field, and puts null where the schema allows it. Throws an error that stops the whole request. */
  #fail(error: unknown, { group }: FieldPlan, { isRequired }: Shape, place: Place, key: string | number): void {
    if (this.#shared.meter.isStop(error)) throw error;
    if (isGone(place)) return;
    this.#shared.errors.push(fieldError(error, group, pathOf(place, key)));
    if (isRequired) putNull(place);
    else place.value[key] = null;
  }
}

/** An empty object for the fields of a selection. */
export function newObject({ hasPrototypeKey }: SelectionPlan): Record<string, unknown> {
  return hasPrototypeKey ? (Object.create(null) as Record<string, unknown>) : {};
}

function placeOf(value: Place['value'], { isRequired }: Shape, parent: Place, key: string | number): Place {
  return { value, parent, key, isNullable: !isRequired, isGone: false };
}

/** Replaces an object or list by null, or the nearest ancestor that is nullable. */
export function putNull(place: Place): void {
  place.isGone = true;
  const { parent, key, isNullable } = place;
  if (!parent) return;
  if (isNullable) parent.value[key] = null;
  else putNull(parent);
}

function isGone(place: Place | undefined): boolean {
  for (let one = place; one; one = one.parent) if (one.isGone) return true;
  return false;
}

/** The path of `key` of a place in the response. */
function pathOf(place: Place, key: string | number): (string | number)[] {
  const path = [key];
  for (let one = place; one.parent; one = one.parent) path.push(one.key);
  return path.reverse();
}

function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const isIterable = typeof value === 'object' && value !== null && Symbol.iterator in value;
  return isIterable ? [...(value as Iterable<unknown>)] : undefined;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
