import type { SchemaSource } from './operations.ts';
import { servedFields, type Target } from '../../kernel/served-fields.ts';
import { bare, isRequired, type ArrayType, type Fields, type ObjectType, type Type } from '../../kernel/types.ts';
import { AttributeValue } from '../../kernel/types.ts';

/** A schema of Swagger 2.0. */
export interface SwaggerSchema {
  type?: string;
  $ref?: string;
  items?: SwaggerSchema;
  properties?: Record<string, SwaggerSchema>;
  required?: string[];
  description?: string;
  xml?: { name: string };
  additionalProperties?: boolean;
}

/** Turns data types into schemas as the interface has them: every object type is one definition, wherever it is used. */
interface Definitions extends SchemaSource<SwaggerSchema> {
  /** The definitions that were reached so far, by name, sorted. */
  all(): Record<string, SwaggerSchema>;
}

const PREFIX = '#/definitions/';

/** Collects definitions of the fields that an edition and release have. */
export function createDefinitions(target: Target): Definitions {
  const found = new Map<string, SwaggerSchema>();

  function schemaOf(type: Type): SwaggerSchema {
    const shape = bare(type);
    switch (shape.kind) {
      case 'array':
        return arrayOf(shape);
      case 'customAttributes':
        return { type: 'array', items: schemaOf(AttributeValue) };
      case 'object':
        return reference(shape);
      case 'mixed':
        if (shape.name !== undefined) return unstructured(shape.name);
        return { type: 'string', description: 'Any value' };
      case 'void':
        // A service without a return value answers an empty list.
        return { type: 'array', items: { type: 'string' } };
      default:
        return { type: shape.kind };
    }
  }

  function arrayOf(type: ArrayType): SwaggerSchema {
    return { type: 'array', items: schemaOf(type.items) };
  }

  function unstructured(name: string): SwaggerSchema {
    found.set(name, { type: 'object', description: 'Any value' });
    return { $ref: PREFIX + name };
  }

  function reference(type: ObjectType): SwaggerSchema {
    if (!found.has(type.name)) {
      // Entered before its fields are looked at: types refer to themselves.
      const definition: SwaggerSchema = { type: 'object' };
      found.set(type.name, definition);
      Object.assign(definition, objectSchema(Object.fromEntries(servedFields(type, target)), schemaOf));
    }
    return { $ref: PREFIX + type.name };
  }

  return {
    answer: schemaOf,
    request: schemaOf,
    requestOf: (fields) => ({ ...objectSchema(fields, schemaOf), xml: { name: 'request' } }),
    all: () => Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** An object schema with the fields that have to be there under `required`. */
function objectSchema(fields: Fields, schemaOf: (type: Type) => SwaggerSchema): SwaggerSchema {
  const entries = Object.entries(fields);
  const required = entries.flatMap(([name, field]) => (isRequired(field) ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, schemaOf(field)])),
    ...(required.length > 0 ? { required } : {}),
  };
}
