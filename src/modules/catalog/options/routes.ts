import type { Call } from '../../../kernel/call.ts';
import { entity } from '../../../kernel/entity.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { without } from '../../../kernel/fields.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import type { Out } from '../../../kernel/types.ts';
import { catalogErrors } from '../errors.ts';
import { findBySku } from '../products/load.ts';
import type { StoredProduct } from '../products/product.ts';
import { touchProducts } from '../products/rows.ts';
import { CustomOption, type CustomOptionValue } from '../products/types.ts';
import type { OptionInput } from './check.ts';
import { optionErrors } from './errors.ts';
import { optionIn, optionTypes, type ProductOptionValue, type StoredOption } from './option.ts';
import { presentOption } from './present.ts';
import { findOptions, removeOptions } from './rows.ts';
import { putOption, saveFlags } from './save.ts';
import { CustomOptionType } from './types.ts';

const service = 'catalogProductCustomOptionRepositoryV1';
const access = acl('Magento_Catalog::catalog');

const getOptionTypes = route({
  method: 'GET',
  path: '/V1/products/options/types',
  service: 'catalogProductCustomOptionTypeListV1',
  operation: 'getItems',
  summary: 'List the types that a custom option can be of.',
  access,
  input: {},
  output: t.array(CustomOptionType),
  handle: () => optionTypes,
});

const getOptions = route({
  method: 'GET',
  path: '/V1/products/:sku/options',
  service,
  operation: 'getList',
  summary: 'List the custom options of a product.',
  access,
  openable: true,
  input: { sku: t.string },
  output: t.array(CustomOption),
  async handle({ sku }, call) {
    const { product, options } = await requireOptions(call, sku);
    return options.map((option) => presentOption(optionIn(option, call.scope.storeId), product.sku));
  },
});

const getOption = route({
  method: 'GET',
  path: '/V1/products/:sku/options/:optionId',
  service,
  operation: 'get',
  summary: 'Show one custom option of a product.',
  access,
  openable: true,
  input: { sku: t.string, optionId: t.integer },
  output: CustomOption,
  async handle({ sku, optionId }, call) {
    const { product, options } = await requireOptions(call, sku);
    return presentOption(optionIn(requireOption(options, optionId), call.scope.storeId), product.sku);
  },
});

const postOption = route({
  method: 'POST',
  path: '/V1/products/options',
  service,
  operation: 'save',
  summary: 'Add a custom option to a product, or change the one with its id.',
  access,
  entity: entity('product', 'option.product_sku'),
  input: { option: CustomOption },
  output: CustomOption,
  handle: ({ option }, call) => saveOption(call, option),
});

const putOptionById = route({
  method: 'PUT',
  path: '/V1/products/options/:optionId',
  service,
  operation: 'save',
  summary: 'Change a custom option.',
  access,
  entity: entity('product', 'option.product_sku'),
  input: { option: CustomOption },
  overrides: { optionId: t.string },
  output: CustomOption,
  handle: ({ option }, call) => saveOption(call, option),
});

const deleteOption = route({
  method: 'DELETE',
  path: '/V1/products/:sku/options/:optionId',
  service,
  operation: 'deleteByIdentifier',
  summary: 'Delete a custom option of a product.',
  access,
  entity: entity('product', 'sku'),
  input: { sku: t.string, optionId: t.integer },
  output: t.boolean,
  async handle({ sku, optionId }, call) {
    const { product, options } = await requireOptions(call, sku);
    requireOption(options, optionId);
    await touch(call, product);
    await removeOptions(call, [optionId]);
    await saveFlags(
      call,
      product,
      options.filter((option) => option.option_id !== optionId),
    );
    return true;
  },
});

export const optionRoutes = [getOptionTypes, getOptions, getOption, postOption, putOptionById, deleteOption];

/**
 * Saves an option of the product that it names. Returns its values as in the input: in that order, new ones without
 * ids.
 */
async function saveOption(call: Call, input: OptionInput) {
  if (!input.product_sku) throw optionErrors.productSkuEmpty();
  const { product } = await requireOptions(call, input.product_sku);
  await touch(call, product);
  // Read again: the product's row is locked now, and with it its options.
  const { options } = await requireOptions(call, product.sku);
  const saved = await putOption(call, product.id, options, input);
  await saveFlags(call, product, [...options.filter((option) => option.option_id !== saved.option_id), saved]);
  const view = presentOption(optionIn(saved, call.scope.storeId), product.sku);
  return { ...view, values: view.values && asSent(view.values, input.values ?? []) };
}

type ShownValue = Out<typeof CustomOptionValue>;

/**
 * The values of an option in the order of the input, new ones without ids. New values are matched by position: their
 * ids were assigned in the order of the input.
 */
function asSent(values: readonly ProductOptionValue[], input: OptionInput['values'] & object): ShownValue[] {
  const byId = new Map<number | undefined, ShownValue>(values.map((value) => [value.option_type_id, value]));
  const sentIds = new Set(input.map((value) => value.option_type_id));
  const fresh = values
    .filter((value) => !sentIds.has(value.option_type_id))
    .sort((a, b) => a.option_type_id - b.option_type_id)
    .map((value): ShownValue => without(value, ['option_type_id']));
  return input.flatMap((value) => byId.get(value.option_type_id ?? undefined) ?? fresh.shift() ?? []);
}

async function requireOptions(call: Call, sku: string): Promise<{ product: StoredProduct; options: StoredOption[] }> {
  const product = await findBySku(call, sku, 0);
  if (!product) throw catalogErrors.productNotFound();
  return { product, options: (await findOptions(call, [product.id])).get(product.id) ?? [] };
}

function requireOption(options: readonly StoredOption[], id: number): StoredOption {
  const option = options.find((one) => one.option_id === id);
  if (!option) throw platformErrors.noSuchEntity({ fieldName: 'optionId', fieldValue: id });
  return option;
}

async function touch(call: Call, product: StoredProduct): Promise<void> {
  if ((await touchProducts(call, [product.id], { saved: true, changed: ['options'] })) === 0)
    throw catalogErrors.productNotFound();
}
