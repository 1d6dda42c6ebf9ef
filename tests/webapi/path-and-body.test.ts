import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRegistry } from '../../src/kernel/register.ts';
import type { RegisteredRoute } from '../../src/kernel/registry.ts';
import { servedFields } from '../../src/kernel/served-fields.ts';
import { bare } from '../../src/kernel/types.ts';
import { modules } from '../../src/program/modules.ts';
import { ADDRESS, makeCustomer, makeProduct } from '../quote/shop.ts';
import { guestOrder, type Json } from '../sales/shop.ts';
import { ok, unique, until } from '../support/souk.ts';
import {
  saved,
  attributeSet,
  groupsOf,
  cart,
  ownItem,
  categoryProduct,
  bundle,
  downloadable,
  attribute,
  configurableOption,
  anOrder,
  aShipment,
  aCreditMemo,
  comment,
  picture,
  productWebsite,
  bundleLink,
  newOption,
  newFile,
  stockItem,
} from './path-and-body-records.ts';
import { addedToReturn, changedReturn, giftCard, namedPrice } from './path-and-body-commercial.ts';
import { changedCompany, changedCredit, changedRole, savedTeam } from './path-and-body-company.ts';
import { begin, get, pair, post, readAt, souk, type Make, type Mismatch } from './path-and-body-support.ts';

/**
 * Where the path names a record and a field of the body can name another: which of them is meant. Every such field of every
 * route stands in one of the lists below; a new route that is in none of them fails the first test.
 */

beforeAll(begin);
afterAll(() => souk.stop());

/** The path wins: the record of the body is untouched. */
const pathWins: Record<string, Make> = {
  'PUT /V1/eav/attribute-sets/:attributeSetId attributeSet.attribute_set_id': attributeSet('/V1/eav/attribute-sets'),
  'PUT /V1/products/attribute-sets/:attributeSetId attributeSet.attribute_set_id':
    attributeSet('/V1/products/attribute-sets'),
  'PUT /V1/products/attribute-sets/:attributeSetId/groups group.attribute_set_id': async () => {
    const attributeSet = () => ({ attribute_set_name: unique('set'), sort_order: 1 });
    const make = async () =>
      (await post('/V1/products/attribute-sets', { attributeSet: attributeSet(), skeletonId: 4 })).attribute_set_id;
    const [mine, other] = (await pair(make)) as [number, number];
    const attribute_group_name = unique('group');
    const read = (id: number) => async () => (await groupsOf(id)).items as Json[];
    return {
      path: `/V1/products/attribute-sets/${mine}/groups`,
      body: { group: { attribute_group_name, attribute_set_id: other } },
      mine: read(mine),
      other: read(other),
      changed: expect.arrayContaining([expect.objectContaining({ attribute_group_name })]),
    };
  },
  'PUT /V1/inventory/sources/:sourceCode source.source_code': async () => {
    const make = async () => {
      const source = { source_code: unique('source'), name: unique('Source'), country_id: 'US', postcode: '1' };
      await post('/V1/inventory/sources', { source });
      return source;
    };
    const [mine, other] = await pair(make);
    const read = readAt((code) => `/V1/inventory/sources/${code}`, [mine.source_code, other.source_code]);
    const source = { ...mine, source_code: other.source_code, city: 'Elsewhere' };
    return {
      path: `/V1/inventory/sources/${mine.source_code}`,
      body: { source },
      ...read,
      changed: { city: 'Elsewhere' },
    };
  },
  'PUT /V1/customers/:id customer.id': async () => {
    const [mine, other] = await pair(() => makeCustomer(souk));
    const { email } = mine;
    const customer = { id: other.id, email, firstname: 'Changed', lastname: 'Byron', store_id: 1, website_id: 1 };
    const read = readAt((id) => `/V1/customers/${id}`, [mine.id, other.id]);
    return { path: `/V1/customers/${mine.id}`, body: { customer }, ...read, changed: { firstname: 'Changed' } };
  },
  'PUT /V1/customerGroups/:id group.id': saved('/V1/customerGroups', 'group', 'id', 'code', () => ({
    code: unique('group'),
    tax_class_id: 3,
  })),
  'PUT /V1/products/:sku product.sku': async () => {
    const [mine, other] = await pair(() => makeProduct(souk));
    const product = { sku: other, name: 'Changed' };
    const read = readAt((sku) => `/V1/products/${sku}`, [mine, other]);
    return { path: `/V1/products/${mine}`, body: { product }, ...read, changed: { name: 'Changed' } };
  },
  'PUT /V1/products/:sku/websites productWebsiteLink.sku': () => productWebsite(),
  'PUT /V1/products/:sku/media/:entryId entry.id': async () => {
    const sku = await makeProduct(souk);
    const [mine, other] = await pair(async () => Number(await post(`/V1/products/${sku}/media`, { entry: picture() })));
    const { content: _, ...entry } = picture();
    const read = readAt((id) => `/V1/products/${sku}/media/${id}`, [mine, other]);
    const body = { entry: { ...entry, id: other, label: 'B' } };
    return { path: `/V1/products/${sku}/media/${mine}`, body, ...read, changed: { label: 'B' } };
  },
  'PUT /V1/categories/:id category.id': saved('/V1/categories', 'category', 'id', 'name', () => ({
    name: unique('Shelf'),
    parent_id: 2,
    is_active: true,
  })),
  'PUT /V1/categories/:categoryId/products productLink.category_id': categoryProduct,
  'PUT /V1/products/attributes/:attributeCode attribute.attribute_code': async () => {
    const [mine, other] = await pair(attribute);
    const { attribute_id } = mine;
    const changed = { default_frontend_label: 'Changed' };
    const body = {
      attribute: { attribute_id, attribute_code: other.attribute_code, frontend_input: 'text', ...changed },
    };
    const read = readAt((code) => `/V1/products/attributes/${code}`, [mine.attribute_code, other.attribute_code]);
    return { path: `/V1/products/attributes/${mine.attribute_code}`, body, ...read, changed };
  },
  'PUT /V1/products/options/:optionId option.option_id': async () => {
    const make = async () => {
      const sku = await makeProduct(souk);
      const option = {
        product_sku: sku,
        title: 'Text',
        type: 'field',
        is_require: false,
        price: 1,
        price_type: 'fixed',
      };
      return { sku, option, id: (await post('/V1/products/options', { option })).option_id as number };
    };
    const [mine, other] = await pair(make);
    const read =
      ({ sku }: { sku: string }) =>
      () =>
        get(`/V1/products/${sku}/options`);
    return {
      path: `/V1/products/options/${mine.id}`,
      body: { option: { ...mine.option, option_id: other.id, title: 'Changed' } },
      mine: read(mine),
      other: read(other),
      changed: [{ option_id: mine.id, title: 'Changed' }],
    };
  },
  'PUT /V1/products/:sku/links entity.sku': async () => {
    const [mine, other] = await pair(() => makeProduct(souk));
    const linked_product_sku = await makeProduct(souk);
    const link = { link_type: 'related', linked_product_sku, linked_product_type: 'simple', position: 1 };
    const read = readAt((sku) => `/V1/products/${sku}/links/related`, [mine, other]);
    return {
      path: `/V1/products/${mine}/links`,
      body: { entity: { sku: other, ...link } },
      ...read,
      changed: [{ linked_product_sku }],
    };
  },
  'PUT /V1/products/:productSku/stockItems/:itemId stockItem.item_id': async () => stockItem('item_id'),
  'PUT /V1/products/:productSku/stockItems/:itemId stockItem.product_id': async () => stockItem('product_id'),
  'PUT /V1/configurable-products/:sku/options/:id option.id': configurableOption('id'),
  'PUT /V1/configurable-products/:sku/options/:id option.product_id': configurableOption('product_id'),
  'PUT /V1/bundle-products/:sku/links/:id linkedProduct.id': async () => {
    const [mine, other] = await pair(bundle);
    const { id, ...link } = mine.link;
    return {
      path: `/V1/bundle-products/${mine.sku}/links/${id}`,
      body: { linkedProduct: { ...link, id: other.link.id, option_id: mine.id, qty: 3 } },
      mine: mine.options,
      other: other.options,
      changed: [{ product_links: [{ id, qty: 3 }] }],
    };
  },
  'PUT /V1/bundle-products/options/:optionId option.option_id': async () => {
    const [mine, other] = await pair(bundle);
    return {
      path: `/V1/bundle-products/options/${mine.id}`,
      body: { option: { ...mine.option, option_id: other.id, title: 'Changed' } },
      mine: mine.options,
      other: other.options,
      changed: [{ option_id: mine.id, title: 'Changed' }],
    };
  },
  'PUT /V1/products/:sku/downloadable-links/:id link.id': downloadable('links', 'link'),
  'PUT /V1/products/:sku/downloadable-links/samples/:id sample.id': downloadable('links/samples', 'sample'),
  'PUT /V1/taxClasses/:classId taxClass.class_id': saved(
    '/V1/taxClasses',
    'taxClass',
    'class_id',
    'class_name',
    () => ({
      class_name: unique('class'),
      class_type: 'PRODUCT',
    }),
  ),
  'PUT /V1/salesRules/:ruleId rule.rule_id': saved('/V1/salesRules', 'rule', 'rule_id', 'name', () => ({
    name: unique('rule'),
    website_ids: [1],
    customer_group_ids: [0],
  })),
  'PUT /V1/coupons/:couponId coupon.coupon_id': async () => {
    const make = async () => {
      const rule = { name: unique('rule'), website_ids: [1], customer_group_ids: [0], coupon_type: 'SPECIFIC_COUPON' };
      const { rule_id } = await post('/V1/salesRules', { rule });
      return post('/V1/coupons', { coupon: { rule_id, code: unique('C'), is_primary: true } });
    };
    const [mine, other] = await pair(make);
    const coupon = { rule_id: mine.rule_id, coupon_id: other.coupon_id, code: unique('D'), is_primary: true };
    const read = readAt((id) => `/V1/coupons/${id}`, [mine.coupon_id, other.coupon_id]);
    return { path: `/V1/coupons/${mine.coupon_id}`, body: { coupon }, ...read, changed: { code: coupon.code } };
  },
  'POST /V1/carts/:quoteId/items cartItem.quote_id': cart('admin', 'add', 'quote_id'),
  'POST /V1/guest-carts/:cartId/items cartItem.quote_id': cart('guest', 'add', 'quote_id'),
  'PUT /V1/carts/:cartId/items/:itemId cartItem.quote_id': cart('admin', 'change', 'quote_id'),
  'PUT /V1/carts/:cartId/items/:itemId cartItem.item_id': cart('admin', 'change', 'item_id'),
  'PUT /V1/guest-carts/:cartId/items/:itemId cartItem.quote_id': cart('guest', 'change', 'quote_id'),
  'PUT /V1/guest-carts/:cartId/items/:itemId cartItem.item_id': cart('guest', 'change', 'item_id'),
  'PUT /V1/carts/mine/items/:itemId cartItem.quote_id': ownItem('quote_id'),
  'PUT /V1/carts/mine/items/:itemId cartItem.item_id': ownItem('item_id'),
  'PUT /V1/orders/:parent_id entity.parent_id': async () => {
    const [mine, other] = await pair(async () => (await guestOrder(souk)).order);
    const { region: _, ...address } = ADDRESS;
    const entity = {
      ...address,
      entity_id: mine.billing_address.entity_id,
      parent_id: other.entity_id,
      city: 'Changed',
      address_type: 'billing',
    };
    const read = readAt((id) => `/V1/orders/${id}`, [mine.entity_id, other.entity_id]);
    return {
      path: `/V1/orders/${mine.entity_id}`,
      body: { entity },
      ...read,
      changed: { billing_address: { city: 'Changed' } },
    };
  },
  'POST /V1/orders/:id/comments statusHistory.parent_id': comment(anOrder, 'parent_id'),
  'PUT /V1/cmsPage/:id page.id': saved('/V1/cmsPage', 'page', 'id', 'title', () => ({
    identifier: unique('page'),
    title: 'Page',
  })),
  'PUT /V1/cmsBlock/:id block.id': saved('/V1/cmsBlock', 'block', 'id', 'title', () => ({
    identifier: unique('block'),
    title: 'Block',
  })),
  'PUT /V1/gift-wrappings/:wrappingId data.wrapping_id': saved(
    '/V1/gift-wrappings',
    'data',
    'wrapping_id',
    'design',
    () => ({ design: unique('design'), status: 1, base_price: 1, website_ids: [1] }),
  ),
  'PUT /V1/company/:companyId company.id': changedCompany,
  'PUT /V1/sharedCatalog/:id sharedCatalog.id': saved('/V1/sharedCatalog', 'sharedCatalog', 'id', 'name', () => ({
    name: unique('catalog'),
    type: 0,
    store_id: 0,
    tax_class_id: 3,
  })),
  'PUT /V1/negotiableQuote/:quoteId quote.id': namedPrice,
  'PUT /V1/company/role/:id role.id': changedRole('id'),
  'PUT /V1/team/:teamId team.id': savedTeam('PUT'),
  'PUT /V1/companyCredits/:id creditLimit.id': changedCredit('id'),
  'PUT /V1/giftcardaccounts/:id giftcardAccount.account_id': giftCard('account_id'),
  'PUT /V1/returns/:id rmaDataObject.entity_id': changedReturn('entity_id'),
  'POST /V1/returns/:id/comments data.rma_entity_id': addedToReturn('comments', 'rma_entity_id'),
  'POST /V1/returns/:id/tracking-numbers track.rma_entity_id': addedToReturn('tracking-numbers', 'rma_entity_id'),
};

/** The id of another record in a body that makes a new one: whatever is answered, the other record is untouched. */
const otherStays: Record<string, Make> = {
  'POST /V1/team/:companyId team.id': savedTeam('POST'),
  'POST /V1/carts/:quoteId/items cartItem.item_id': cart('admin', 'add', 'item_id'),
  'POST /V1/guest-carts/:cartId/items cartItem.item_id': cart('guest', 'add', 'item_id'),
  'POST /V1/bundle-products/:sku/links/:optionId linkedProduct.option_id': bundleLink('option_id'),
  'POST /V1/bundle-products/:sku/links/:optionId linkedProduct.id': bundleLink('id'),
  'POST /V1/configurable-products/:sku/options option.id': newOption('id'),
  'POST /V1/configurable-products/:sku/options option.product_id': newOption('product_id'),
  'POST /V1/products/:sku/downloadable-links link.id': newFile('links', 'link'),
  'POST /V1/products/:sku/downloadable-links/samples sample.id': newFile('links/samples', 'sample'),
  'POST /V1/products/:sku/media entry.id': async () => {
    const [mine, other] = await pair(() => makeProduct(souk));
    const entry = picture();
    const id = Number(await post(`/V1/products/${other}/media`, { entry }));
    const read = readAt((sku) => `/V1/products/${sku}/media`, [mine, other]);
    return {
      path: `/V1/products/${mine}/media`,
      body: { entry: { ...entry, id, label: 'B' } },
      ...read,
      changed: undefined,
    };
  },
};

/** As above, where a change names what belongs to another record. */
const othersPart: Record<string, Make> = {
  'PUT /V1/company/role/:id role.company_id': changedRole('company_id'),
  'PUT /V1/companyCredits/:id creditLimit.company_id': changedCredit('company_id'),
  'PUT /V1/giftcardaccounts/:id giftcardAccount.code': giftCard('code'),
  'PUT /V1/returns/:id rmaDataObject.increment_id': changedReturn('increment_id'),
  'PUT /V1/returns/:id rmaDataObject.order_id': changedReturn('order_id'),
  'PUT /V1/returns/:id rmaDataObject.order_increment_id': changedReturn('order_increment_id'),
  'POST /V1/returns/:id/comments data.entity_id': addedToReturn('comments', 'entity_id'),
  'POST /V1/returns/:id/tracking-numbers track.entity_id': addedToReturn('tracking-numbers', 'entity_id'),
  'POST /V1/orders/:id/comments statusHistory.entity_id': comment(anOrder, 'entity_id'),
  'POST /V1/shipment/:id/comments entity.entity_id': comment(aShipment, 'entity_id'),
  'POST /V1/creditmemo/:id/comments entity.entity_id': comment(aCreditMemo, 'entity_id'),
  'PUT /V1/products/attributes/:attributeCode attribute.attribute_id': async () => {
    const [mine, other] = await pair(attribute);
    const { attribute_id } = other;
    const body = { attribute: { attribute_id, frontend_input: 'text', default_frontend_label: 'Changed' } };
    const read = readAt((code) => `/V1/products/attributes/${code}`, [mine.attribute_code, other.attribute_code]);
    return { path: `/V1/products/attributes/${mine.attribute_code}`, body, ...read, changed: undefined };
  },
  'PUT /V1/orders/:parent_id entity.entity_id': async () => {
    const [mine, other] = await pair(async () => (await guestOrder(souk)).order);
    const { region: _, ...address } = ADDRESS;
    const { entity_id } = other.billing_address;
    const body = {
      entity: { ...address, entity_id, parent_id: mine.entity_id, city: 'Changed', address_type: 'billing' },
    };
    const read = readAt((id) => `/V1/orders/${id}`, [mine.entity_id, other.entity_id]);
    return { path: `/V1/orders/${mine.entity_id}`, body, ...read, changed: undefined };
  },
  'PUT /V1/bundle-products/options/:optionId option.sku': async () => {
    const [mine, other] = await pair(bundle);
    const body = { option: { ...mine.option, sku: other.sku, title: 'Changed' } };
    const path = `/V1/bundle-products/options/${mine.id}`;
    return { path, body, mine: mine.options, other: other.options, changed: undefined };
  },
};

/** The record of the body is meant, and may be: the path wins over bodies of PUT alone, as in the interface. */
const bodyWins: Record<string, Make> = {
  'POST /V1/categories/:categoryId/products productLink.category_id': async () => swapped(await categoryProduct()),
  'POST /V1/products/:sku/websites productWebsiteLink.sku': async () => swapped(await productWebsite()),
  'POST /V1/shipment/:id/comments entity.parent_id': async () => swapped(await comment(aShipment, 'parent_id')()),
  'POST /V1/creditmemo/:id/comments entity.parent_id': async () => swapped(await comment(aCreditMemo, 'parent_id')()),
};

const swapped = ({ mine, other, ...rest }: Mismatch): Mismatch => ({ ...rest, mine: other, other: mine });

/** Fields that can name no record of the path, and why. */
const exceptions: Record<string, string> = {
  ...because('an address or a gift message of a cart has the id that the cart gives it; what is sent is not read', [
    'POST /V1/carts/:cartId/billing-address address.id',
    'POST /V1/carts/:cartId/estimate-shipping-methods address.id',
    'POST /V1/carts/:cartId/gift-message giftMessage.gift_message_id',
    'POST /V1/carts/:cartId/gift-message/:itemId giftMessage.gift_message_id',
    'POST /V1/guest-carts/:cartId/billing-address address.id',
    'POST /V1/guest-carts/:cartId/estimate-shipping-methods address.id',
    'POST /V1/guest-carts/:cartId/gift-message giftMessage.gift_message_id',
    'POST /V1/guest-carts/:cartId/gift-message/:itemId giftMessage.gift_message_id',
    'POST /V1/gateway-guest-carts/:cartId/payment-information billingAddress.id',
    'POST /V1/guest-carts/:cartId/payment-information billingAddress.id',
    'POST /V1/guest-carts/:cartId/set-payment-information billingAddress.id',
    'POST /V1/negotiable-carts/:cartId/billing-address address.id',
    'POST /V1/negotiable-carts/:cartId/estimate-shipping-methods address.id',
    'POST /V1/negotiable-carts/:cartId/payment-information billingAddress.id',
    'POST /V1/negotiable-carts/:cartId/set-payment-information billingAddress.id',
    'POST /V1/purchase-order-carts/:cartId/billing-address address.id',
    'POST /V1/purchase-order-carts/:cartId/estimate-shipping-methods address.id',
    'POST /V1/purchase-order-carts/:cartId/payment-information billingAddress.id',
    'POST /V1/purchase-order-carts/:cartId/set-payment-information billingAddress.id',
    'POST /V1/carts/mine/gift-message/:itemId giftMessage.gift_message_id',
  ]),
  ...because('names what the record of the path is made of or refers to, which the call may choose', [
    'PUT /V1/negotiableQuote/:quoteId quote.customer_tax_class_id',
    'PUT /V1/negotiableQuote/:quoteId quote.orig_order_id',
    'PUT /V1/negotiableQuote/:quoteId quote.reserved_order_id',
    'PUT /V1/company/:companyId company.customer_group_id',
    'PUT /V1/sharedCatalog/:id sharedCatalog.customer_group_id',
    'PUT /V1/company/:companyId company.reseller_id',
    'PUT /V1/company/:companyId company.sales_representative_id',
    'PUT /V1/company/:companyId company.super_user_id',
    'PUT /V1/company/:companyId company.vat_tax_id',
    'POST /V1/bundle-products/:sku/links/:optionId linkedProduct.sku',
    'PUT /V1/bundle-products/:sku/links/:id linkedProduct.sku',
    'PUT /V1/bundle-products/:sku/links/:id linkedProduct.option_id',
    'POST /V1/carts/:quoteId/items cartItem.sku',
    'POST /V1/guest-carts/:cartId/items cartItem.sku',
    'PUT /V1/carts/:cartId/items/:itemId cartItem.sku',
    'PUT /V1/carts/mine/items/:itemId cartItem.sku',
    'PUT /V1/guest-carts/:cartId/items/:itemId cartItem.sku',
    'POST /V1/categories/:categoryId/products productLink.sku',
    'PUT /V1/categories/:categoryId/products productLink.sku',
    'PUT /V1/categories/:id category.parent_id',
    'POST /V1/configurable-products/:sku/options option.attribute_id',
    'PUT /V1/configurable-products/:sku/options/:id option.attribute_id',
    'PUT /V1/coupons/:couponId coupon.rule_id',
    'PUT /V1/products/:sku product.attribute_set_id',
    'PUT /V1/products/attribute-sets/:attributeSetId/groups group.attribute_group_id',
    'PUT /V1/products/options/:optionId option.product_sku',
  ]),
  ...because('a value of the record, which the call changes', [
    'PUT /V1/coupons/:couponId coupon.code',
    'PUT /V1/customerGroups/:id group.code',
    'PUT /V1/products/options/:optionId option.sku',
  ]),
  'PUT /V1/gift-wrappings/:wrappingId data.base_currency_code': 'the code of a currency',
  'PUT /V1/companyCredits/:id creditLimit.currency_code': 'the code of a currency',
  'POST /V1/returns/:id/tracking-numbers track.carrier_code': 'the code of a carrier',
  'PUT /V1/products/:sku product.id': 'a product is named by its SKU; an id that is sent is not read',
};

function because(reason: string, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field, reason]));
}

/** The path parameters of a call by name, decoded. */
function parametersOf(pattern: string, path: string): Record<string, string> {
  const steps = path.split('/');
  return Object.fromEntries(
    pattern.split('/').flatMap((step, at) => {
      return step.startsWith(':') ? [[step.slice(1), decodeURIComponent(steps[at]!)]] : [];
    }),
  );
}

/** Resolves once the operations of a bulk are complete; fails when one has another outcome. */
async function complete(uuid: string): Promise<void> {
  const statuses = await until(async () => {
    const { operations_list } = await get(`/V1/bulk/${uuid}/status`);
    return operations_list.every(({ status }: Json) => status !== 4) && operations_list;
  });
  expect(statuses).toEqual([expect.objectContaining({ status: 1 })]);
}

/** Fields that name a record of another kind than those of any path. */
const elsewhere =
  /\.((entity_)?type_id|(store|website|region|country|vat|vat_request|customer|customer_address|group|tax_class|stock|provider)_id|region_code|shipping_(method|carrier)_code|linked_product_sku)$/;

/** The fields of a route's bodies that could name a record the path names. */
function namingFields({ route, parameters }: RegisteredRoute): string[] {
  if (!['POST', 'PUT'].includes(route.method) || parameters.length === 0) return [];
  const fields = Object.entries(route.input).flatMap(([argument, type]) => {
    const shape = bare(type);
    if (shape.kind !== 'object') return [];
    return servedFields(shape, undefined).flatMap(([name, of]) =>
      /^(integer|string)$/.test(bare(of).kind) ? [`${argument}.${name}`] : [],
    );
  });
  return fields
    .filter((field) => /[._](id|sku|code)$/.test(field) && !elsewhere.test(field))
    .map((field) => `${route.method} ${route.path} ${field}`);
}

describe('a record named in path and body', () => {
  it('is looked at for every route', () => {
    const { routes } = buildRegistry(modules, 'commercial', '2.4.8');
    const listed = [pathWins, otherStays, othersPart, bodyWins, exceptions].flatMap((list) => Object.keys(list));
    expect(routes.flatMap(namingFields).sort()).toEqual(listed.sort());
  });

  const untouched = [...Object.entries(pathWins), ...Object.entries(bodyWins)];
  it.each(untouched)('is one of them: %s', async (name, make) => {
    const { path, body, caller = souk.admin, mine, other, changed } = await make();
    const before = await other();
    const [method] = name.split(' ') as [string];
    ok(await caller.send(method, path, body));
    expect(await mine()).toMatchObject(changed as object);
    expect(await other()).toEqual(before);
  });

  it.each(Object.entries(pathWins))('is one of them in each element of a bulk: %s', async (name, make) => {
    const { path, body, caller = souk.admin, mine, other, changed } = await make();
    const before = await other();
    const [method, pattern] = name.split(' ') as [string, string];
    const parameters = parametersOf(pattern, path);
    const address = pattern.replace(
      /:(\w)(\w*)/g,
      (_, first: string, rest: string) => `by${first.toUpperCase()}${rest}`,
    );
    const accepted = await caller.send(method, `/async/bulk${address}`, [{ ...body, ...parameters }]);
    expect(accepted.status, accepted.text).toBe(202);
    await complete(accepted.body.bulk_uuid);
    expect(await mine()).toMatchObject(changed as object);
    expect(await other()).toEqual(before);
  });

  it.each([...Object.entries(otherStays), ...Object.entries(othersPart)])('is left alone: %s', async (name, make) => {
    const { path, body, caller = souk.admin, other } = await make();
    const before = await other();
    const [method] = name.split(' ') as [string];
    expect((await caller.send(method, path, body)).status).toBeLessThan(500);
    expect(await other()).toEqual(before);
  });
});
