import { servedFields, type Target } from '../../kernel/served-fields.ts';
import { AttributeValue, bare, isOptional, type Fields, type ObjectType, type Type } from '../../kernel/types.ts';
import { anyText } from '../../kernel/any-text.ts';
import { elementAt } from '../../kernel/lists.ts';
import type { DescribedOperation } from './operations.ts';
import type { OpenApiSchema } from './openapi-schemas.ts';
import values from './examples.json' with { type: 'json' };

/** How deep optional objects are shown. */
const OPTIONAL_DEPTH = 2;

/** Values by field, or by type and field where the same name means different things. */
const known: Readonly<Record<string, unknown>> = values;

/** An example request: all required arguments and all objects, with the required fields of objects. */
export function requestExample(fields: Fields, target: Target): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, type]) => !isOptional(type) || bare(type).kind === 'object')
      .map(([name, type]) => [name, valueOf(name, type, { target, isRequest: true, within: [] })]),
  );
}

/** An answer of an operation. */
export function answerExample({ registered, success }: DescribedOperation<OpenApiSchema>, target: Target): unknown {
  const { route } = registered;
  if (success === 202) return acceptance;
  const id = /(?:^|\/)([\w-]+)$/.exec(route.path.replace(/\/:\w+|\/+$/g, ''))?.[1] ?? 'answer';
  return valueOf(id, route.output, { target, isRequest: false, within: [] });
}

const acceptance = {
  bulk_uuid: '799a0a0c-6d5e-4f6b-9a31-0d5c8f2b7e11',
  request_items: [
    { id: 0, data_hash: '0f1d7a6c9b2e4c3f8a5d6e7b8c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f70819', status: 'accepted' },
  ],
  errors: false,
};

interface Context {
  readonly target: Target;
  readonly isRequest: boolean;
  /** The types that the value lies in, outermost first. */
  readonly within: readonly ObjectType[];
}

function valueOf(name: string, type: Type, context: Context): unknown {
  const shape = bare(type);
  switch (shape.kind) {
    case 'object':
      return objectOf(shape, context);
    case 'array': {
      const items = bare(shape.items);
      if (items.kind === 'object' && context.within.includes(items)) return [];
      return [valueOf(name, items, context)];
    }
    case 'customAttributes':
      return [valueOf(name, AttributeValue, context)];
    case 'void':
      return [];
    case 'integer':
      if (context.isRequest) return scalar(name, 'integer', context);
      if ('asText' in shape) return String(scalar(name, 'integer', context));
      return 'asFlag' in shape ? true : scalar(name, 'integer', context);
    default:
      return scalar(name, shape.kind === 'mixed' ? 'string' : shape.kind, context);
  }
}

function objectOf(type: ObjectType, context: Context): unknown {
  const inside = { ...context, within: [...context.within, type] };
  const visibleFields = servedFields(type, context.target).filter(([name, field]) => isShown(name, field, inside));
  if (visibleFields.length === 0) return context.isRequest ? {} : [];
  return Object.fromEntries(visibleFields.map(([name, field]) => [name, valueOf(name, field, inside)]));
}

/** Fields that a client leaves to the server. */
const givenByServer = /^(id|entity_id|created_at|updated_at|created_in)$/;

function isShown(name: string, field: Type, { isRequest, within }: Context): boolean {
  if (!isOptional(field)) return true;
  const shape = bare(field);
  // A type within itself comes to an end.
  if (shape.kind === 'object' && within.includes(shape)) return false;
  const path = `${elementAt(within, -1).name}.${name}`;
  if (isRequest) return path in known && !givenByServer.test(name);
  if (shape.kind === 'customAttributes') return true;
  if (shape.kind === 'object' || shape.kind === 'array') {
    return within.length <= OPTIONAL_DEPTH && !(shape.kind === 'object' && shape.extension);
  }
  if (shape.kind === 'string' && known[path] === undefined && known[name] === undefined) {
    return textByRule(name) !== undefined && within.length <= OPTIONAL_DEPTH;
  }
  return within.length <= OPTIONAL_DEPTH;
}

function scalar(name: string, kind: 'string' | 'integer' | 'number' | 'boolean', { within }: Context): unknown {
  const own = known[`${within.at(-1)?.name}.${name}`];
  // True says only that a request has the field.
  const example = own === undefined || (own === true && kind !== 'boolean') ? known[name] : own;
  switch (kind) {
    case 'boolean':
      return typeof example === 'boolean'
        ? example
        : !/^is_(default|closed|virtual)|use_config|disabled|errors/.test(name);
    case 'integer':
      return typeof example === 'number' ? Math.trunc(example) : /_?id$/.test(name) ? 7 : 1;
    case 'number':
      return typeof example === 'number' ? example : numberOf(name);
    case 'string':
      return anyText(example ?? textByRule(name) ?? name.replaceAll('_', ' '));
  }
}

function numberOf(name: string): number {
  if (/discount|adjustment|tax|refund|cancel|weee|gw_/.test(name)) return 0;
  if (/qty|quantity/.test(name)) return 2;
  if (/rate|weight/.test(name)) return 1;
  if (/percent/.test(name)) return 19;
  return 34.5;
}

/** Texts that a name says all about. */
function textByRule(name: string): string | undefined {
  if (/(_at|_time|_date|_from|_to)$/.test(name)) return '2026-03-14 09:26:53';
  if (/(_id|Id)$/.test(name)) return '7';
  if (/currency_code|currency$/.test(name)) return 'EUR';
  if (/^(is|use|has)_/.test(name)) return '1';
  return undefined;
}
