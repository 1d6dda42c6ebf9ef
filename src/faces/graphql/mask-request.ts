import type { GraphQLSchema } from 'graphql';
import { isRecord } from '../../kernel/fields.ts';
import { MASK, type SecretPlaces } from '../../kernel/masking.ts';
import type { MaskedRequest, RequestMask } from '../../kernel/request-watch.ts';
import { maskDocument, type MaskedDocument } from './mask-document.ts';
import { maskVariable } from './mask-values.ts';

type Note = (value: string) => void;

/** Makes the mask of GraphQL requests: it reads each document against the schema, and hides all that it cannot read. */
export function graphqlMask(schema: () => GraphQLSchema): RequestMask {
  return ({ url, body, contentType }, note) => {
    const inUrl = maskUrl(schema(), url, note);
    if (body === undefined) return { url: inUrl.url, body: undefined, response: inUrl.response };
    return { url: inUrl.url, ...maskBody(schema(), body, contentType, note) };
  };
}

/** The secret places of the response to an unreadable request: all but those known not to quote the request. */
const unknownResponse: SecretPlaces = (name) =>
  name === 'errors' ? (member) => (member === 'message' ? 'secret' : undefined) : 'secret';

function maskUrl(schema: GraphQLSchema, url: string, note: Note): Pick<MaskedRequest, 'url' | 'response'> {
  const [path = '', query] = url.split(/\?(.*)/s);
  if (query === undefined) return { url: path, response: unknownResponse };
  const masked = maskMembers(schema, Object.fromEntries(new URLSearchParams(query)), note);
  return { url: `${path}?${new URLSearchParams(textsOf(masked.members))}`, response: masked.response };
}

function maskBody(
  schema: GraphQLSchema,
  text: string,
  contentType: string,
  note: Note,
): Pick<MaskedRequest, 'body' | 'response'> {
  if (/application\/graphql\b(?!\+)/i.test(contentType)) {
    const document = maskDocument(schema, text, note);
    return { body: document?.text ?? MASK, response: document?.response ?? unknownResponse };
  }
  const isForm = /x-www-form-urlencoded/i.test(contentType);
  const request = isForm ? Object.fromEntries(new URLSearchParams(text)) : objectIn(text);
  if (!request) return { body: undefined, response: unknownResponse };
  const { members, response } = maskMembers(schema, request, note);
  const body = isForm ? String(new URLSearchParams(textsOf(members))) : JSON.stringify(members, undefined, 2);
  return { body, response };
}

type Members = Readonly<Record<string, unknown>>;

/** Masks the members of a request: the document, its variables, and members that the server ignores. */
function maskMembers(
  schema: GraphQLSchema,
  { query, variables, operationName, ...others }: Members,
  note: Note,
): { members: Members; response: SecretPlaces } {
  const document = typeof query === 'string' ? maskDocument(schema, query, note) : undefined;
  const isKnownName = typeof operationName === 'string' && document?.operationNames.has(operationName);
  const members = {
    ...(query !== undefined && { query: document?.text ?? MASK }),
    ...(operationName !== undefined && { operationName: isKnownName || operationName === null ? operationName : MASK }),
    ...(variables !== undefined && { variables: maskVariables(document, variables, note) }),
    ...Object.fromEntries(Object.keys(others).map((name) => [name, MASK])),
  };
  return { members, response: document?.response ?? unknownResponse };
}

/** Variables are an object, or its text in URLs and forms. */
function maskVariables(document: MaskedDocument | undefined, variables: unknown, note: Note): unknown {
  if (variables === null || variables === '') return variables;
  if (typeof variables === 'string') {
    const read = objectIn(variables);
    return read ? JSON.stringify(maskVariables(document, read, note)) : MASK;
  }
  if (typeof variables !== 'object' || Array.isArray(variables)) return MASK;
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      const { type, isHidden } = document?.variable(name) ?? { type: undefined, isHidden: true };
      return [name, maskVariable(value, type, isHidden, note)];
    }),
  );
}

function objectIn(text: string): Members | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) && !Array.isArray(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function textsOf(members: Members): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value)]));
}
