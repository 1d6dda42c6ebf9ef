import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  type GraphQLInputType,
} from 'graphql';
import { isSecretName, MASK } from '../../kernel/masking.ts';
import { anyText } from '../../kernel/any-text.ts';

/** An argument or field of the schema. */
interface SchemaMember {
  readonly name: string;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** Whether an argument or field is secret, by its declaration or its name. */
export function isSecretField({ name, extensions }: SchemaMember): boolean {
  return extensions.secret !== undefined || isSecretName(name);
}

/** The element type of a list; of any other type the type itself, because a list accepts a single value. */
export function elementType(type: GraphQLInputType | undefined): GraphQLInputType | undefined {
  const nullable = type && getNullableType(type);
  return isListType(nullable) ? nullable.ofType : nullable;
}

/** A member of an input object: its type, and whether it is hidden; unknown members are. */
export function inputMember(
  type: GraphQLInputType | undefined,
  name: string,
): { readonly type: GraphQLInputType | undefined; readonly isHidden: boolean } {
  const named = type && getNamedType(type);
  const field = isInputObjectType(named) ? named.getFields()[name] : undefined;
  return { type: field?.type, isHidden: !field || isSecretField(field) };
}

/** Masks the secrets in the value of a variable, and values of the wrong type; calls `note` with each masked text. */
export function maskVariable(
  value: unknown,
  type: GraphQLInputType | undefined,
  isHidden: boolean,
  note: (value: string) => void,
): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((one) => maskVariable(one, elementType(type), isHidden, note));
  if (typeof value === 'object') {
    const members = Object.entries(value).map(([name, inner]): [string, unknown] => {
      const member = inputMember(type, name);
      return [name, maskVariable(inner, member.type, isHidden || member.isHidden, note)];
    });
    return Object.fromEntries<unknown>(members);
  }
  if (!isHidden && type && isLeafType(getNamedType(type))) return value;
  note(anyText(value));
  return MASK;
}
