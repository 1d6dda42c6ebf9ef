import {
  getVariableValues,
  GraphQLError,
  Kind,
  locatedError,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { graphqlErrors } from '../errors.ts';
import type { WorkMeter } from './meter.ts';
import { fieldError } from './field-error.ts';
import { planOperation, type FieldPlan, type OperationPlan, type PlannedOperation, type Variables } from './plan.ts';
import { isSpellOver } from './spell.ts';
import { newObject, putNull, Run, type Place, type RunContext } from './run.ts';

/** An operation that can be executed any number of times. */
interface Executable {
  /**
   * Executes the operation with the variables of a request. Rejects when the meter stops a query; a completed mutation is
   * always reported.
   */
  run(context: unknown, variables: Variables, meter: WorkMeter): Promise<ExecutionResult>;
  /** Number of planned fields, a measure of memory. */
  size(): number;
}

/** Maximum number of plans per operation, one for each combination of its `@skip` and `@include` conditions. */
const MAX_CACHED_PLANS = 8;
/** Maximum number of reported errors of variables. */
const VARIABLE_ERRORS = 50;

/** Prepares an operation of a valid document. Selections are planned at their first use. */
export function prepare(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Executable {
  const planned: PlannedOperation = { schema, operation, fragments: fragmentsOf(document) };
  const conditions = conditionsOf(document);
  const plans = new Map<string, OperationPlan>();
  const planFor = (variables: Variables): OperationPlan => {
    const choice = conditions.map((name) => String(variables[name])).join();
    const known = plans.get(choice);
    if (known) return known;
    const plan = planOperation(planned, variables);
    if (plans.size < MAX_CACHED_PLANS) plans.set(choice, plan);
    return plan;
  };
  return {
    async run(context, input, meter) {
      const { coerced: variables, errors } = variablesOf(schema, operation, input);
      if (!variables) return { errors };
      let plan: OperationPlan;
      try {
        plan = planFor(variables);
      } catch (error) {
        return { errors: [locatedError(error, [])], data: null };
      }
      const shared: RunContext = { plan, context, variables, meter, errors: [] };
      const whole: Place = {
        value: newObject(plan.root),
        parent: undefined,
        key: '',
        isNullable: true,
        isGone: false,
      };
      if (operation.operation === OperationTypeNode.MUTATION) await runMutations(shared, whole);
      else await new Run(shared).start(plan.root, undefined, whole);
      const data = whole.isGone ? null : whole.value;
      return shared.errors.length > 0 ? { data, errors: shared.errors } : { data };
    },
    size: () => [...plans.values()].reduce((sum, plan) => sum + plan.size(), 0),
  };
}

/** Executes the mutations of an operation one after another; none begins once the budget of the request is used up. */
async function runMutations(shared: RunContext, whole: Place): Promise<void> {
  const { plan, meter, errors } = shared;
  for (const field of plan.root.fields) {
    const fail = (error: unknown): void => {
      errors.push(fieldError(error, field.group, [field.key]));
      if (field.shape.isRequired) putNull(whole);
      else whole.value[field.key] = null;
    };
    if (isSpellOver()) await new Promise<void>((resolve) => meter.later(resolve));
    const exhausted = meter.exhaustion();
    if (exhausted) {
      fail(exhausted);
      continue;
    }
    const root = { fields: [carriedOut(field, meter)], hasPrototypeKey: false };
    try {
      await new Run(shared).start(root, undefined, whole);
    } catch {
      fail(graphqlErrors.cutShort([meter.exhaustion()?.text ?? 'it took too long.']));
    }
  }
}

/** A mutation's field whose resolver runs to its end; the budget only stops the selection of its response. */
function carriedOut(field: FieldPlan, meter: WorkMeter): FieldPlan {
  const { resolve } = field;
  if (!resolve) return field;
  const uninterruptedResolver: GraphQLFieldResolver<unknown, unknown> = (...args) =>
    meter.carryOut(async () => resolve(...args));
  return { ...field, resolve: uninterruptedResolver };
}

function fragmentsOf({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((one) => [one.name.value, one]));
}

/** Names of the variables that decide which fields are executed. */
function conditionsOf({ definitions }: DocumentNode): string[] {
  const names = new Set<string>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const one of selections) {
      for (const { arguments: values = [] } of one.directives ?? []) {
        for (const { value } of values) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
      }
      if (one.kind !== Kind.FRAGMENT_SPREAD && one.selectionSet) visit(one.selectionSet);
    }
  };
  for (const one of definitions) if ('selectionSet' in one) visit(one.selectionSet);
  return [...names];
}

function variablesOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  input: Variables,
): ReturnType<typeof getVariableValues> {
  const values = getVariableValues(schema, variableDefinitions, input, { maxErrors: VARIABLE_ERRORS });
  return values.errors ? { errors: values.errors.map(withType) } : values;
}

/** Adds the expected type to the message, as other GraphQL servers of this interface do. */
function withType(error: GraphQLError): GraphQLError {
  const message = error.message.replace(
    /; (Boolean|Float|ID|Int|String) cannot represent/,
    '; Expected type $1; $1 cannot represent',
  );
  return new GraphQLError(message, { nodes: error.nodes ?? null });
}
