import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';
import { useState } from 'preact/hooks';

interface DocsProps {
  readonly schema: GraphQLSchema;
  /** Names of the types that lead to the shown one; empty: the entry points. */
  readonly path: readonly string[];
  readonly onPath: (path: readonly string[]) => void;
}

/** Greatest number of types that a search lists. */
const MAX_FOUND = 50;

/** The documentation of the schema: its entry points, a type with its fields, or the types that match a search. */
export function Docs({ schema, path, onPath }: DocsProps) {
  const [search, setSearch] = useState('');
  const open = (name: string): void => {
    setSearch('');
    onPath([...path, name]);
  };
  const type = schema.getType(path.at(-1) ?? '');
  return (
    <aside class="docs" aria-label="Schema">
      <input
        type="search"
        placeholder="Search types and fields"
        aria-label="Search types and fields"
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {search.trim() ? (
        <Found schema={schema} search={search.trim()} onOpen={open} />
      ) : type ? (
        <>
          <button type="button" class="link" onClick={() => onPath(path.slice(0, -1))}>
            ← {path.at(-2) ?? 'Schema'}
          </button>
          <TypeDocs schema={schema} type={type} onOpen={open} />
        </>
      ) : (
        <EntryPoints schema={schema} onOpen={open} />
      )}
    </aside>
  );
}

interface Opening {
  readonly onOpen: (name: string) => void;
}

function EntryPoints({ schema, onOpen }: { readonly schema: GraphQLSchema } & Opening) {
  const roots = { query: schema.getQueryType(), mutation: schema.getMutationType() };
  return (
    <>
      <h2>Schema</h2>
      {Object.entries(roots).map(
        ([kind, type]) =>
          type && (
            <p>
              {kind}: <TypeName type={type} onOpen={onOpen} />
            </p>
          ),
      )}
      <p class="quiet">Ctrl+Space completes a name. Ctrl and a click on a name show its type here.</p>
    </>
  );
}

function Found({ schema, search, onOpen }: { readonly schema: GraphQLSchema; readonly search: string } & Opening) {
  const matches = (text: string): boolean => text.toLowerCase().includes(search.toLowerCase());
  const found = Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__'))
    .map((type) => ({ type, fields: fieldsOf(type).filter(({ name }) => matches(name)) }))
    .filter(({ type, fields }) => matches(type.name) || fields.length > 0);
  if (found.length === 0) return <p>No types.</p>;
  return (
    <>
      {found.slice(0, MAX_FOUND).map(({ type, fields }) => (
        <div class="entry">
          <TypeName type={type} onOpen={onOpen} />
          {fields.map(({ name }) => (
            <span class="quiet"> {name}</span>
          ))}
        </div>
      ))}
      {found.length > MAX_FOUND && <p class="quiet">{found.length - MAX_FOUND} more</p>}
    </>
  );
}

function TypeDocs({
  schema,
  type,
  onOpen,
}: { readonly schema: GraphQLSchema; readonly type: GraphQLNamedType } & Opening) {
  const others = isUnionType(type) || isInterfaceType(type) ? schema.getPossibleTypes(type) : [];
  return (
    <>
      <h2>{type.name}</h2>
      {type.description && <p>{type.description}</p>}
      {fieldsOf(type).map((field) => (
        <div class="entry">
          <b>{field.name}</b>
          {field.args && field.args.length > 0 && <Arguments args={field.args} onOpen={onOpen} />}:{' '}
          <TypeName type={field.type} onOpen={onOpen} />
          {field.deprecationReason != null && <p class="bad">Deprecated: {field.deprecationReason}</p>}
          {field.description && <p>{field.description}</p>}
        </div>
      ))}
      {isEnumType(type) &&
        type.getValues().map(({ name, description }) => (
          <div class="entry">
            <b>{name}</b>
            {description && <p>{description}</p>}
          </div>
        ))}
      {others.length > 0 && <h3>Possible types</h3>}
      {others.map((one) => (
        <div class="entry">
          <TypeName type={one} onOpen={onOpen} />
        </div>
      ))}
    </>
  );
}

function Arguments({ args, onOpen }: { readonly args: readonly GraphQLArgument[] } & Opening) {
  return (
    <span class="arguments">
      (
      {args.map(({ name, type, description }) => (
        <span title={description ?? ''}>
          {' '}
          {name}: <TypeName type={type} onOpen={onOpen} />
        </span>
      ))}
      )
    </span>
  );
}

/** A type with its list and non-null signs, which leads to its documentation. */
function TypeName({ type, onOpen }: { readonly type: GraphQLType } & Opening) {
  return (
    <button type="button" class="link" onClick={() => onOpen(getNamedType(type).name)}>
      {String(type)}
    </button>
  );
}

interface DocumentedField {
  readonly name: string;
  readonly type: GraphQLType;
  /** Absent for fields of input types. */
  readonly args?: readonly GraphQLArgument[];
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

function fieldsOf(type: GraphQLNamedType): readonly DocumentedField[] {
  if (isObjectType(type) || isInterfaceType(type)) return Object.values(type.getFields());
  return isInputObjectType(type) ? Object.values(type.getFields()) : [];
}
