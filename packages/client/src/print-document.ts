/** A node of a GraphQL syntax tree, with what a node of its kind has. */
export interface SyntaxNode {
  readonly kind: string;
}

/** Prints the syntax tree of an executable document as text. Throws a TypeError for a node that none has. */
export function printDocument(node: SyntaxNode): string {
  const { kind } = node;
  const print = printers[kind];
  if (!print) throw new TypeError(`a document to execute has no ${kind}`);
  return print(node as never);
}

/** The fields that nodes have, whatever their kind. */
interface AnyNode extends SyntaxNode {
  readonly name: SyntaxNode & { readonly value: string };
  readonly value: never;
  readonly [part: string]: unknown;
}

const one = (part: unknown): string => (part ? printDocument(part as SyntaxNode) : '');
const all = (parts: unknown, separator: string): string =>
  ((parts ?? []) as readonly SyntaxNode[]).map(printDocument).join(separator);
const wrapped = (start: string, inside: string, end: string): string => inside && start + inside + end;

/** By kind of node. */
const printers: Readonly<Record<string, (node: AnyNode) => string>> = {
  Document: (node) => all(node.definitions, ' '),
  OperationDefinition: (node) =>
    `${String(node.operation)} ${one(node.name)}${wrapped('(', all(node.variableDefinitions, ','), ')')}${directives(node)}${one(node.selectionSet)}`,
  VariableDefinition: (node) =>
    `${one(node.variable)}:${one(node.type)}${wrapped('=', one(node.defaultValue), '')}${directives(node)}`,
  FragmentDefinition: (node) =>
    `fragment ${one(node.name)} on ${one(node.typeCondition)}${directives(node)}${one(node.selectionSet)}`,
  SelectionSet: (node) => `{${all(node.selections, ' ')}}`,
  Field: (node) =>
    `${wrapped('', one(node.alias), ':')}${one(node.name)}${wrapped('(', all(node.arguments, ','), ')')}${directives(node)}${one(node.selectionSet)}`,
  Argument: (node) => `${one(node.name)}:${one(node.value)}`,
  FragmentSpread: (node) => `...${one(node.name)}${directives(node)}`,
  InlineFragment: (node) =>
    `...${wrapped(' on ', one(node.typeCondition), '')}${directives(node)}${one(node.selectionSet)}`,
  Directive: (node) => `@${one(node.name)}${wrapped('(', all(node.arguments, ','), ')')}`,
  Name: (node) => String(node.value),
  Variable: (node) => `$${one(node.name)}`,
  NamedType: (node) => one(node.name),
  ListType: (node) => `[${one(node.type)}]`,
  NonNullType: (node) => `${one(node.type)}!`,
  IntValue: (node) => String(node.value),
  FloatValue: (node) => String(node.value),
  EnumValue: (node) => String(node.value),
  // JSON escapes as GraphQL does.
  StringValue: (node) => JSON.stringify(node.value),
  BooleanValue: (node) => String(node.value),
  NullValue: () => 'null',
  ListValue: (node) => `[${all(node.values, ',')}]`,
  ObjectValue: (node) => `{${all(node.fields, ',')}}`,
  ObjectField: (node) => `${one(node.name)}:${one(node.value)}`,
};

function directives(node: AnyNode): string {
  return wrapped(' ', all(node.directives, ' '), ' ');
}
