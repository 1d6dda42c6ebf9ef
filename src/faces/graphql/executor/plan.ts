import {
  getArgumentValues,
  getDirectiveValues,
  getLocation,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  typeFromAST,
  isAbstractType,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type NamedTypeNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type SourceLocation,
} from 'graphql';
import { shapeOf, type Shape } from './shape.ts';

/** Coerced variables of a request, by name. */
export type Variables = Readonly<Record<string, unknown>>;
type ArgumentValues = Readonly<Record<string, unknown>>;

/** A field of one object type at one place of a document. */
export interface FieldPlan {
  /** Its response name. */
  readonly key: string;
  readonly name: string;
  readonly parentName: string;
  readonly shape: Shape;
  /** Absent: the field reads the property of its name. */
  readonly resolve: GraphQLFieldResolver<unknown, unknown> | undefined;
  /** The value of `__typename`. */
  readonly typename: string | undefined;
  /** Whether arguments have to be computed; otherwise the field has none. */
  readonly hasArguments: boolean;
  /**
   * Computes the arguments from the variables of a request. Throws a GraphQLError when a required variable is missing or null.
   */
  argumentsFor(variables: Variables): ArgumentValues;
  readonly group: FieldGroup;
}

/** The nodes that select a field under one key. */
type FieldNodes = readonly [FieldNode, ...FieldNode[]];

/** The fields of a document with the same response name at one place, and the selections below them. */
export interface FieldGroup {
  readonly nodes: FieldNodes;
  /** The positions of its nodes in the document. */
  readonly locations: () => readonly SourceLocation[];
  readonly info: GraphQLResolveInfo;
  /** The selection below, by object type; added at the first value of that type. */
  readonly selections: Map<GraphQLObjectType, SelectionPlan>;
}

/** The fields to execute on an object, in the order of the response. */
export interface SelectionPlan {
  readonly fields: readonly FieldPlan[];
  /** Whether a response name would set the prototype of a plain object. */
  readonly hasPrototypeKey: boolean;
}

/**
 * The plan of an operation, for one combination of its `@skip` and `@include` conditions. Selections are planned at their first
 * use.
 */
export interface OperationPlan {
  readonly schema: GraphQLSchema;
  readonly root: SelectionPlan;
  /** The selection below a field for values of a type. Throws a GraphQLError when a condition is null. */
  selection(group: FieldGroup, type: GraphQLObjectType): SelectionPlan;
  /** Number of fields planned so far. */
  size(): number;
}

/** A valid operation of a document. */
export interface PlannedOperation {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

const noArguments: ArgumentValues = Object.freeze({});

/** Plans an operation, with the `@skip` and `@include` conditions of `variables`. */
export function planOperation(planned: PlannedOperation, variables: Variables): OperationPlan {
  const { schema, operation } = planned;
  const rootType = schema.getRootType(operation.operation);
  if (!rootType) throw new Error(`the schema has no type of a ${operation.operation}`);
  const interned = new Map<FieldNode, FieldGroup[]>();
  let size = 0;
  const selectionOf = (type: GraphQLObjectType, sets: readonly SelectionSetNode[]): SelectionPlan => {
    const collected = collectFields(planned, variables, type, sets);
    const fields = [...collected].flatMap(([key, nodes]) => fieldPlan(planned, type, key, groupOf(nodes)) ?? []);
    size += fields.length;
    return { fields, hasPrototypeKey: collected.has('__proto__') };
  };
  // Equal fields below several types share their selections; otherwise the number of selections would multiply.
  const groupOf = (nodes: FieldNodes): FieldGroup => {
    const first = nodes[0];
    const groups = interned.get(first) ?? [];
    const known = groups.find((one) => isSame(one.nodes, nodes));
    if (known) return known;
    const info = { ...planned, fieldName: first.name.value, fieldNodes: nodes, selection: undefined };
    const group: FieldGroup = {
      nodes,
      locations: locationsOf(nodes),
      info: info as unknown as GraphQLResolveInfo,
      selections: new Map(),
    };
    interned.set(first, [...groups, group]);
    return group;
  };
  return {
    schema,
    root: selectionOf(rootType, [operation.selectionSet]),
    selection(group, type) {
      let selection = group.selections.get(type);
      if (!selection) {
        const sets = group.nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
        group.selections.set(type, (selection = selectionOf(type, sets)));
      }
      return selection;
    },
    size: () => size,
  };
}

/** The positions of nodes, computed once: each one reads the document up to the node. */
function locationsOf(nodes: FieldNodes): () => readonly SourceLocation[] {
  let locations: readonly SourceLocation[] | undefined;
  return () => (locations ??= nodes.flatMap(({ loc }) => (loc ? getLocation(loc.source, loc.start) : [])));
}

function isSame(one: readonly FieldNode[], other: readonly FieldNode[]): boolean {
  return one.length === other.length && one.every((node, at) => node === other[at]);
}

function fieldPlan(
  { schema }: PlannedOperation,
  type: GraphQLObjectType,
  key: string,
  group: FieldGroup,
): FieldPlan | undefined {
  const node = group.nodes[0];
  const field = fieldNamed(schema, type, node.name.value);
  if (!field) return undefined;
  const hasArguments = field.args.length > 0;
  return {
    key,
    name: field.name,
    parentName: type.name,
    shape: shapeOf(field.type),
    resolve: field.resolve,
    typename: field === TypeNameMetaFieldDef ? type.name : undefined,
    hasArguments,
    argumentsFor: hasArguments ? (variables) => getArgumentValues(field, node, variables) : () => noArguments,
    group,
  };
}

function fieldNamed(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  if (type === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return type.getFields()[name];
}

/** The selected fields of an object of a type, by response name; each fragment counts once. */
function collectFields(
  { schema, fragments }: PlannedOperation,
  variables: Variables,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNodes> {
  const fields = new Map<string, [FieldNode, ...FieldNode[]]>();
  const used = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const one of selections) {
      if (!isIncluded(one, variables)) continue;
      if (one.kind === Kind.FIELD) {
        const key = (one.alias ?? one.name).value;
        const known = fields.get(key);
        if (known) known.push(one);
        else fields.set(key, [one]);
        continue;
      }
      const fragment = one.kind === Kind.INLINE_FRAGMENT ? one : newFragment(one.name.value);
      if (fragment && appliesTo(schema, fragment, type)) collect(fragment.selectionSet);
    }
  };
  const newFragment = (name: string): FragmentDefinitionNode | undefined => {
    if (used.has(name)) return undefined;
    used.add(name);
    return fragments[name];
  };
  for (const set of sets) collect(set);
  return fields;
}

function isIncluded(node: SelectionNode, variables: Variables): boolean {
  if (!node.directives?.length) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
}

function appliesTo(
  schema: GraphQLSchema,
  { typeCondition }: { readonly typeCondition?: NamedTypeNode | undefined },
  type: GraphQLObjectType,
): boolean {
  if (!typeCondition) return true;
  const condition = typeFromAST(schema, typeCondition);
  return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
}
