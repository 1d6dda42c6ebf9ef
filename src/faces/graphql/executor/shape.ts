import {
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';

/** An output type in the form that the executor reads: the kind of value, and whether null is allowed. */
export type Shape = { readonly isRequired: boolean } & (
  | { readonly kind: 'leaf'; readonly type: GraphQLLeafType }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'object'; readonly type: GraphQLObjectType }
  | { readonly kind: 'abstract'; readonly type: GraphQLAbstractType }
);

const shapes = new WeakMap<GraphQLOutputType, Shape>();

/** The shape of an output type, made once for each type. */
export function shapeOf(type: GraphQLOutputType): Shape {
  let shape = shapes.get(type);
  if (!shape) shapes.set(type, (shape = makeShape(type)));
  return shape;
}

function makeShape(type: GraphQLOutputType): Shape {
  const isRequired = isNonNullType(type);
  const bare = isRequired ? type.ofType : type;
  if (isLeafType(bare)) return { kind: 'leaf', isRequired, type: bare };
  if (isListType(bare)) return { kind: 'list', isRequired, item: shapeOf(bare.ofType) };
  if (isObjectType(bare)) return { kind: 'object', isRequired, type: bare };
  if (isAbstractType(bare)) return { kind: 'abstract', isRequired, type: bare };
  throw new Error(`The type ${String(type)} is not an output type`);
}
