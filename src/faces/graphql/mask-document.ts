import {
  getNamedType,
  isCompositeType,
  isInputType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  SchemaMetaFieldDef,
  TokenKind,
  typeFromAST,
  TypeMetaFieldDef,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { MASK, type SecretPlaces } from '../../kernel/masking.ts';
import { MAX_TOKENS } from './limits.ts';
import { elementType, inputMember, isSecretField } from './mask-values.ts';

/** A document with masked secrets, and the secret places of its variables and response. */
export interface MaskedDocument {
  readonly text: string;
  readonly operationNames: ReadonlySet<string>;
  /** A variable by its name: its type, and whether its whole value is hidden. */
  variable(name: string): { readonly type: GraphQLInputType | undefined; readonly isHidden: boolean };
  /** The places of secrets in the response. */
  readonly response: SecretPlaces;
}

/**
 * Masks a document by the schema: secret arguments and input fields, and values of unknown arguments and fields. Drops
 * comments. Calls `note` with each masked value. Undefined when the text is not a document.
 */
export function maskDocument(
  schema: GraphQLSchema,
  source: string,
  note: (value: string) => void,
): MaskedDocument | undefined {
  try {
    const document = parse(source, { maxTokens: MAX_TOKENS });
    return new DocumentMask(schema, document, note).masked(source);
  } catch {
    // A syntax error, or nesting beyond the parser's limit.
    return undefined;
  }
}

type OutputField = GraphQLField<unknown, unknown>;

/** A selection on a type of the schema; undefined: an unknown type. */
interface TypedSelection {
  readonly set: SelectionSetNode;
  readonly type: GraphQLNamedType | undefined;
}

class DocumentMask {
  readonly #schema: GraphQLSchema;
  readonly #document: DocumentNode;
  readonly #note: (value: string) => void;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #roots: TypedSelection[] = [];
  /** Replacements in the source text. */
  readonly #edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  /** Variables used in known places that are not secret, and variables used elsewhere. */
  readonly #open = new Set<string>();
  readonly #hidden = new Set<string>();
  readonly #types = new Map<string, GraphQLInputType | undefined>();

  constructor(schema: GraphQLSchema, document: DocumentNode, note: (value: string) => void) {
    this.#schema = schema;
    this.#document = document;
    this.#note = note;
    for (const one of document.definitions) {
      if (one.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(one.name.value, one);
      if (one.kind !== Kind.OPERATION_DEFINITION) continue;
      const type = schema.getRootType(one.operation) ?? undefined;
      this.#roots.push({ set: one.selectionSet, type });
    }
  }

  masked(source: string): MaskedDocument {
    for (const root of this.#roots) this.#selection(root);
    for (const one of this.#fragments.values()) {
      this.#directives(one);
      this.#selection({ set: one.selectionSet, type: this.#named(one.typeCondition) });
    }
    const operationNames = new Set<string>();
    for (const one of this.#document.definitions) {
      if (one.kind !== Kind.OPERATION_DEFINITION) continue;
      if (one.name) operationNames.add(one.name.value);
      this.#directives(one);
      for (const { variable, type: node, defaultValue } of one.variableDefinitions ?? []) {
        const name = variable.name.value;
        const type = typeFromAST(this.#schema, node);
        this.#types.set(name, isInputType(type) ? type : undefined);
        if (defaultValue) this.#value(defaultValue, this.#types.get(name), this.#isHidden(name));
      }
    }
    this.#comments();
    const data = this.#places(this.#roots);
    return {
      text: this.#edited(source),
      operationNames,
      variable: (name) => ({ type: this.#types.get(name), isHidden: this.#isHidden(name) }),
      response: (name) => (name === 'data' ? data : undefined),
    };
  }

  /** An unused variable is hidden, since it may contain anything. */
  #isHidden(name: string): boolean {
    return this.#hidden.has(name) || !this.#open.has(name);
  }

  #named(node: NamedTypeNode): GraphQLNamedType | undefined {
    return this.#schema.getType(node.name.value);
  }

  #selection({ set, type }: TypedSelection): void {
    for (const one of set.selections) {
      this.#directives(one);
      if (one.kind === Kind.INLINE_FRAGMENT) {
        const own = one.typeCondition ? this.#named(one.typeCondition) : type;
        this.#selection({ set: one.selectionSet, type: own });
      }
      if (one.kind !== Kind.FIELD) continue;
      const field = this.#field(type, one.name.value);
      this.#arguments(one.arguments ?? [], field?.args);
      if (one.selectionSet) this.#selection({ set: one.selectionSet, type: field && getNamedType(field.type) });
    }
  }

  #field(type: GraphQLNamedType | undefined, name: string): OutputField | undefined {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
    return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
  }

  #directives({ directives = [] }: Pick<SelectionNode, 'directives'>): void {
    for (const one of directives) {
      this.#arguments(one.arguments ?? [], this.#schema.getDirective(one.name.value)?.args);
    }
  }

  #arguments(nodes: NonNullable<FieldNode['arguments']>, declared: readonly GraphQLArgument[] = []): void {
    for (const { name, value } of nodes) {
      const argument = declared.find((one) => one.name === name.value);
      this.#value(value, argument?.type, !argument || isSecretField(argument));
    }
  }

  #value(node: ValueNode, type: GraphQLInputType | undefined, isHidden: boolean): void {
    switch (node.kind) {
      case Kind.VARIABLE:
        (isHidden ? this.#hidden : this.#open).add(node.name.value);
        break;
      case Kind.LIST:
        for (const one of node.values) this.#value(one, elementType(type), isHidden);
        break;
      case Kind.OBJECT:
        for (const { name, value } of node.fields) {
          const member = inputMember(type, name.value);
          this.#value(value, member.type, isHidden || member.isHidden);
        }
        break;
      case Kind.STRING:
      case Kind.INT:
      case Kind.FLOAT:
      case Kind.ENUM:
        if (!isHidden) break;
        this.#note(node.value);
        this.#edits.push({ ...rangeOf(node), text: `"${MASK}"` });
        break;
      default:
    }
  }

  #comments(): void {
    for (let token = this.#document.loc?.startToken; token; token = token.next ?? undefined) {
      if (token.kind === TokenKind.COMMENT) this.#edits.push({ start: token.start, end: token.end, text: '' });
    }
  }

  #edited(source: string): string {
    let text = '';
    let at = 0;
    for (const edit of this.#edits.sort((a, b) => a.start - b.start)) {
      text += source.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + source.slice(at);
  }

  /** The places of secrets below fields, by response name; each name is resolved once. */
  #places(selections: readonly TypedSelection[]): SecretPlaces {
    const known = new Map<string, ReturnType<SecretPlaces>>();
    return (key) => {
      if (!known.has(key)) known.set(key, this.#placeOf(key, selections));
      return known.get(key);
    };
  }

  #placeOf(key: string, selections: readonly TypedSelection[]): ReturnType<SecretPlaces> {
    const below: TypedSelection[] = [];
    for (const { node, type } of selections.flatMap((one) => this.#fieldsIn(one, new Set()))) {
      if ((node.alias ?? node.name).value !== key) continue;
      const field = this.#field(type, node.name.value);
      if (field && isSecretField(field)) return 'secret';
      const inner = field && getNamedType(field.type);
      if (node.selectionSet && isCompositeType(inner)) below.push({ set: node.selectionSet, type: inner });
    }
    return below.length > 0 ? this.#places(below) : undefined;
  }

  #fieldsIn(
    { set, type }: TypedSelection,
    seen: Set<string>,
  ): { readonly node: FieldNode; readonly type: GraphQLNamedType | undefined }[] {
    return set.selections.flatMap((one) => {
      if (one.kind === Kind.FIELD) return [{ node: one, type }];
      if (one.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = this.#fragments.get(one.name.value);
        if (!fragment || seen.has(one.name.value)) return [];
        seen.add(one.name.value);
        return this.#fieldsIn({ set: fragment.selectionSet, type: this.#named(fragment.typeCondition) }, seen);
      }
      const own = one.typeCondition ? this.#named(one.typeCondition) : type;
      return this.#fieldsIn({ set: one.selectionSet, type: own }, seen);
    });
  }
}

/** The range of a node in its text. Throws for a document that was parsed without ranges: its secrets cannot be masked. */
function rangeOf({ loc }: ASTNode): { readonly start: number; readonly end: number } {
  if (!loc) throw new Error('a document was parsed without ranges');
  return { start: loc.start, end: loc.end };
}
