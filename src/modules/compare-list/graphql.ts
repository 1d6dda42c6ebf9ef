import type { Call } from '../../kernel/call.ts';
import {
  extendType,
  inputTypes,
  mutations,
  objectType,
  queries,
  valueTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { idOf, uidOf } from '../../kernel/uids.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import type { Attribute } from '../eav/service.ts';
import { compareListErrors } from './errors.ts';
import {
  addProducts,
  assignList,
  comparedProducts,
  deleteList,
  findList,
  listOfCustomer,
  makeList,
  removeProducts,
  requireList,
} from './lists.ts';
import type { StoredCompareList } from './tables.ts';

const values = valueTypes({
  AssignCompareListToCustomerOutput: { compare_list: 'CompareList', result: 'Boolean!' },
  ComparableAttribute: { code: 'String!', label: 'String!' },
  DeleteCompareListOutput: { result: 'Boolean!' },
  ProductAttribute: { code: 'String!', value: 'String!' },
});
const inputs = inputTypes({
  AddProductsToCompareListInput: { products: '[ID]!', uid: 'ID!' },
  CreateCompareListInput: { products: '[ID]' },
  RemoveProductsFromCompareListInput: { products: '[ID]!', uid: 'ID!' },
});

/** A product beside others, with the attributes by which they are compared. */
interface ComparedSource {
  readonly product: ProductSource;
  readonly attributes: readonly Attribute[];
}

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    ComparableItem: ComparedSource;
    CompareList: StoredCompareList;
  }
}

const productsOf = loader<StoredCompareList, ProductSource[]>((lists, call) => comparedProducts(call, lists));

const storedValue = ({ product, values: stored }: ProductSource, { code }: Attribute): unknown =>
  code === 'sku' ? product.sku : stored[code];
function hasValue(product: ProductSource, attribute: Attribute): boolean {
  const value = storedValue(product, attribute);
  return value !== '' && value !== null && value !== undefined;
}

/** The comparable attributes that at least one of the products has a value of. */
async function comparedAttributes(call: Call, products: readonly ProductSource[]): Promise<Attribute[]> {
  const { byCode } = await call.services.eav.entity(call, 'catalog_product');
  return [...byCode.values()].filter(
    (attribute) => attribute.isComparable && products.some((product) => hasValue(product, attribute)),
  );
}

/** A product's value of an attribute, as text. */
async function shownText(call: Call, product: ProductSource, attribute: Attribute): Promise<string> {
  if (!hasValue(product, attribute)) return 'N/A';
  const { value, options } = await call.services.eav.shownValue(call, attribute, storedValue(product, attribute));
  return options ? options.map(({ label }) => label).join(', ') : value;
}

const list = objectType('CompareList', (t) => ({
  attributes: t.field('[ComparableAttribute]', async (source, _, call) =>
    (await comparedAttributes(call, await productsOf(call, source))).map(({ code, label, labels }) => ({
      code,
      label: labels.get(call.scope.storeId) ?? label ?? code,
    })),
  ),
  item_count: t.field('Int!', async (source, _, call) => (await productsOf(call, source)).length),
  items: t.field('[ComparableItem]', async (source, _, call) => {
    const products = await productsOf(call, source);
    const attributes = await comparedAttributes(call, products);
    return products.map((product) => ({ product, attributes }));
  }),
  uid: 'ID!',
}));

const item = objectType('ComparableItem', (t) => ({
  attributes: t.field('[ProductAttribute]!', ({ product, attributes }, _, call) =>
    Promise.all(
      attributes.map(async (attribute) => ({
        code: attribute.code,
        value: await shownText(call, product, attribute),
      })),
    ),
  ),
  product: 'ProductInterface!',
  uid: t.field('ID!', ({ product: { product } }) => uidOf(product.id)),
}));

/** The products of the input, by uid or by id, each once. */
function idsOf(input: readonly (string | null | undefined)[] | null | undefined): number[] {
  const ids = (input ?? []).flatMap((one) => {
    if (one == null) return [];
    const id = /^\d{1,15}$/.test(one) ? Number(one) : idOf(one);
    if (id === undefined) throw compareListErrors.noProduct([one]);
    return [id];
  });
  return [...new Set(ids)];
}

const listMutations = mutations((t) => ({
  addProductsToCompareList: t.field(
    'CompareList',
    { input: 'AddProductsToCompareListInput' },
    async (_, { input }, call) => {
      const own = await requireList(call, input?.uid ?? '');
      await addProducts(call, own, idsOf(input?.products));
      return own;
    },
  ),
  assignCompareListToCustomer: t.field(
    'AssignCompareListToCustomerOutput',
    { uid: 'ID!' },
    async (_, { uid }, call) => ({
      compare_list: await assignList(call, await requireList(call, uid)),
      result: true,
    }),
    { customersOnly: true },
  ),
  createCompareList: t.field('CompareList', { input: 'CreateCompareListInput' }, async (_, { input }, call) => {
    const own = await makeList(call);
    await addProducts(call, own, idsOf(input?.products));
    return own;
  }),
  deleteCompareList: t.field('DeleteCompareListOutput', { uid: 'ID!' }, async (_, { uid }, call) => {
    const own = await findList(call, uid);
    if (own) await deleteList(call, own);
    return { result: own !== undefined };
  }),
  removeProductsFromCompareList: t.field(
    'CompareList',
    { input: 'RemoveProductsFromCompareListInput' },
    async (_, { input }, call) => {
      const own = await requireList(call, input?.uid ?? '');
      await removeProducts(call, own, idsOf(input?.products));
      return own;
    },
  ),
}));

const listQueries = queries((t) => ({
  compareList: t.field('CompareList', { uid: 'ID!' }, (_, { uid }, call) => findList(call, uid)),
}));
const ofCustomer = extendType('Customer', (t) => ({
  compare_list: t.field('CompareList', ({ customer }, _, call) => listOfCustomer(call, customer.id)),
}));

/** Compare lists of the storefront. */
export const compareListGraphql = [values, inputs, list, item, listMutations, listQueries, ofCustomer];
