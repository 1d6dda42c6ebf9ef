import { secretKind } from '../../kernel/secrets.ts';
import { servedFields, type Target } from '../../kernel/served-fields.ts';
import {
  AttributeValue,
  bare,
  isOnlyFilled,
  isOptional,
  type Fields,
  type ObjectType,
  type Type,
} from '../../kernel/types.ts';

/** A schema of OpenAPI 3.1, which is JSON Schema 2020-12. */
export interface OpenApiSchema {
  type?: string | string[];
  $ref?: string;
  items?: OpenApiSchema;
  properties?: Record<string, OpenApiSchema>;
  required?: string[];
  anyOf?: OpenApiSchema[];
  pattern?: string;
  format?: string;
  writeOnly?: boolean;
  maxItems?: number;
  description?: string;
  xml?: { name: string };
}

/** Schemas of responses and of requests. They differ: a response has every field, a request the changed ones. */
export interface Schemas {
  /** Response schema of a value of `type`; an optional value may also be an empty list. */
  answer(type: Type): OpenApiSchema;
  /** Request schema of a value of `type`. */
  request(type: Type): OpenApiSchema;
  /** Request schema of named arguments, all of them in one object. */
  requestOf(fields: Fields): OpenApiSchema;
  /** The object types that were reached so far, by name, sorted. */
  all(): Record<string, OpenApiSchema>;
}

/** Where a document keeps the schemas of object types. */
const COMPONENTS = '#/components/schemas/';

/** Collects the schemas of the types that an edition and release have. */
export function createSchemas(target: Target): Schemas {
  const found = new Map<string, OpenApiSchema>();

  function answer(type: Type): OpenApiSchema {
    const schema = present(type);
    return isOptional(type) ? { anyOf: [schema, { type: 'array', maxItems: 0 }] } : schema;
  }

  /** Response schema of a present value. */
  function present(type: Type): OpenApiSchema {
    const shape = bare(type);
    switch (shape.kind) {
      case 'object':
        return component(shape.name, () => answeredObject(shape));
      case 'array':
        return { type: 'array', items: present(shape.items) };
      case 'customAttributes':
        return { type: 'array', items: present(AttributeValue) };
      case 'integer':
        if ('asText' in shape) return { type: 'string', pattern: '^[0-9]+$' };
        return { type: 'asFlag' in shape ? 'boolean' : 'integer' };
      case 'mixed':
        return {};
      case 'void':
        return { type: 'array', maxItems: 0, items: {} };
      default:
        return { type: shape.kind };
    }
  }

  /**
   * A required field is always there, null where there is no value, unless it is one that is left out when nothing is in it; an
   * object in which nothing is, is an empty list.
   */
  function answeredObject(type: ObjectType): OpenApiSchema {
    const fields = servedFields(type, target);
    const required = fields.filter(([, field]) => !isOptional(field) && !isOnlyFilled(field)).map(([name]) => name);
    return {
      type: required.length > 0 ? 'object' : ['object', 'array'],
      properties: properties(fields, (field) => (isOptional(field) ? present(field) : orNull(present(field)))),
      ...(required.length > 0 ? { required } : { maxItems: 0, items: {} }),
    };
  }

  function request(type: Type): OpenApiSchema {
    const shape = bare(type);
    switch (shape.kind) {
      case 'object':
        // Rules require fields, not types: an absent field is unchanged, null removes a value.
        return component(`${shape.name}-input`, () => ({
          type: 'object',
          properties: properties(servedFields(shape, target), (field) => orNull(request(field))),
        }));
      case 'array':
        return { type: 'array', items: request(shape.items) };
      case 'customAttributes':
        return { type: 'array', items: request(AttributeValue) };
      case 'mixed':
        return shape.name === undefined ? {} : component(shape.name, () => ({ description: 'Any value' }));
      case 'void':
        return {};
      default:
        return {
          type: shape.kind,
          ...(secretKind(shape) === 'credential' ? { format: 'password', writeOnly: true } : {}),
        };
    }
  }

  function requestOf(fields: Fields): OpenApiSchema {
    const required = Object.entries(fields).flatMap(([name, field]) => (isOptional(field) ? [] : [name]));
    return {
      type: 'object',
      properties: properties(Object.entries(fields), (field) =>
        isOptional(field) ? orNull(request(field)) : request(field),
      ),
      ...(required.length > 0 ? { required } : {}),
      xml: { name: 'request' },
    };
  }

  function component(name: string, make: () => OpenApiSchema): OpenApiSchema {
    if (!found.has(name)) {
      // Entered before its fields are looked at: types refer to themselves.
      const schema: OpenApiSchema = {};
      found.set(name, schema);
      Object.assign(schema, make());
    }
    return { $ref: COMPONENTS + name };
  }

  return {
    answer,
    request,
    requestOf,
    all: () => Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function properties(
  fields: readonly [string, Type][],
  schemaOf: (type: Type) => OpenApiSchema,
): Record<string, OpenApiSchema> {
  return Object.fromEntries(fields.map(([name, type]) => [name, schemaOf(type)]));
}

/** The schema of the same value or null. */
function orNull(schema: OpenApiSchema): OpenApiSchema {
  if (schema.$ref !== undefined) return { anyOf: [schema, { type: 'null' }] };
  if (schema.type === undefined) return schema;
  return { ...schema, type: [schema.type, 'null'].flat() };
}
