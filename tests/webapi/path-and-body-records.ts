import { expect } from 'vitest';
import { guestCart, makeCustomer, makeProduct } from '../quote/shop.ts';
import { guestOrder, type Json } from '../sales/shop.ts';
import { png } from '../support/png.ts';
import { criteria, ok, unique, type Client } from '../support/souk.ts';
import { get, pair, post, readAt, souk, type Make, type Mismatch } from './path-and-body-support.ts';

/** A record that is saved with its id in the path, under a name of the body. */
export function saved(root: string, object: string, id: string, name: string, fresh: () => Json): Make {
  return async () => {
    const make = async () => {
      const made = await post(root, { [object]: fresh() });
      return typeof made === 'object' ? made[id] : Number(made);
    };
    const [mine, other] = await pair(make);
    const value = unique('changed');
    const body = { [object]: { ...fresh(), [id]: other, [name]: value } };
    return {
      path: `${root}/${mine}`,
      body,
      ...readAt((one) => `${root}/${one}`, [mine, other]),
      changed: { [name]: value },
    };
  };
}

export const attributeSet =
  (root: string): Make =>
  async () => {
    const isEav = root.includes('/eav/');
    const fresh = { attribute_set_name: unique('set'), sort_order: 1, ...(isEav ? { entity_type_id: 4 } : {}) };
    const make = async () => {
      const attributeSet = { ...fresh, attribute_set_name: unique('set') };
      const body = { attributeSet, skeletonId: 4, ...(isEav ? { entityTypeCode: 'catalog_product' } : {}) };
      return (await post(root, body)).attribute_set_id as number;
    };
    const [mine, other] = await pair(make);
    const attribute_set_name = unique('set');
    const body = { attributeSet: { ...fresh, entity_type_id: 4, attribute_set_id: other, attribute_set_name } };
    return {
      path: `${root}/${mine}`,
      body,
      ...readAt((id) => `${root}/${id}`, [mine, other]),
      changed: { attribute_set_name },
    };
  };

export const groupsOf = (set: number) =>
  get(`/V1/products/attribute-sets/groups/list?${criteria([[{ field: 'attribute_set_id', value: set }]])}`);

export const cart =
  (kind: 'guest' | 'admin', change: 'add' | 'change', field: 'quote_id' | 'item_id'): Make =>
  async () => {
    const sku = await makeProduct(souk);
    const caller = kind === 'guest' ? souk.guest : souk.admin;
    const make = async () => {
      const id = kind === 'guest' ? (await guestCart(souk)).id : String(await post('/V1/carts', {}));
      const path = kind === 'guest' ? `/V1/guest-carts/${id}` : `/V1/carts/${id}`;
      return {
        id,
        path,
        item: ok(await caller.post(`${path}/items`, { cartItem: { sku, qty: 1 } })).item_id as number,
      };
    };
    const [mine, other] = await pair(make);
    const items =
      ({ path }: { path: string }) =>
      async () =>
        ok(await caller.get(`${path}/items`)) as Json[];
    const named = field === 'quote_id' ? { quote_id: other.id } : { item_id: other.item };
    const path = change === 'add' ? `${mine.path}/items` : `${mine.path}/items/${mine.item}`;
    const body = { cartItem: { sku, qty: 4, ...named } };
    const qty = change === 'add' ? 5 : 4;
    return { path, body, caller, mine: items(mine), other: items(other), changed: [{ sku, qty }] };
  };

export const ownItem =
  (field: 'quote_id' | 'item_id'): Make =>
  async () => {
    const sku = await makeProduct(souk);
    const make = async () => {
      const { me } = await makeCustomer(souk);
      const id = String(ok(await me.post('/V1/carts/mine')));
      return {
        me,
        id,
        item: ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1 } })).item_id as number,
      };
    };
    const [mine, other] = await pair(make);
    const items =
      ({ me }: { me: Client }) =>
      async () =>
        ok(await me.get('/V1/carts/mine/items')) as Json[];
    const named = field === 'quote_id' ? { quote_id: other.id } : { item_id: other.item };
    return {
      path: `/V1/carts/mine/items/${mine.item}`,
      body: { cartItem: { sku, qty: 4, ...named } },
      caller: mine.me,
      mine: items(mine),
      other: items(other),
      changed: [{ sku, qty: 4 }],
    };
  };

export const categoryProduct = async (): Promise<Mismatch> => {
  const make = async () =>
    (await post('/V1/categories', { category: { name: unique('Shelf'), parent_id: 2, is_active: true } })).id;
  const [mine, other] = (await pair(make)) as [number, number];
  const sku = await makeProduct(souk);
  const body = { productLink: { sku, position: 3, category_id: String(other) } };
  const path = `/V1/categories/${mine}/products`;
  const changed = [{ sku, position: 3 }];
  return { path, body, ...readAt((id) => `/V1/categories/${id}/products`, [mine, other]), changed };
};

export const bundle = async () => {
  const sku = await makeProduct(souk, {
    type_id: 'bundle',
    custom_attributes: ['price_type', 'price_view'].map((attribute_code) => ({ attribute_code, value: '1' })),
  });
  const part = await makeProduct(souk);
  const product_links = [{ sku: part, qty: 1, price: 1, price_type: 0, can_change_quantity: 1 }];
  const option = { sku, title: 'Part', required: true, type: 'select', product_links };
  const id = Number(await post('/V1/bundle-products/options/add', { option }));
  const options = () => get(`/V1/bundle-products/${sku}/options/all`);
  return { sku, option, id, options, link: (await options())[0].product_links[0] as Json };
};

export const downloadable =
  (kind: 'links' | 'links/samples', object: 'link' | 'sample'): Make =>
  async () => {
    const file =
      object === 'link'
        ? {
            title: 'Part',
            sort_order: 1,
            is_shareable: 1,
            price: 3,
            number_of_downloads: 5,
            link_type: 'url',
            link_url: 'http://example.com/a.zip',
          }
        : { title: 'Part', sort_order: 1, sample_type: 'url', sample_url: 'http://example.com/a.zip' };
    const make = async () => {
      const at = `/V1/products/${await makeProduct(souk, { type_id: 'downloadable', weight: undefined })}/downloadable-links`;
      const made = await post(at + kind.slice('links'.length), { [object]: file, isGlobalScopeContent: true });
      return {
        id: Number(made),
        at: at + kind.slice('links'.length),
        all: () => get(object === 'link' ? at : `${at}/samples`),
      };
    };
    const [mine, other] = await pair(make);
    const body = { [object]: { ...file, id: other.id, title: 'Other' }, isGlobalScopeContent: true };
    return {
      path: `${mine.at}/${mine.id}`,
      body,
      mine: mine.all,
      other: other.all,
      changed: [{ id: mine.id, title: 'Other' }],
    };
  };

export const attribute = () => {
  const attribute_code = unique('a').replaceAll('-', '_');
  return post('/V1/products/attributes', {
    attribute: { attribute_code, frontend_input: 'text', default_frontend_label: 'A' },
  });
};

/** A product that is varied by the options of an attribute. */
export async function configurable() {
  const made = await post('/V1/products/attributes', {
    attribute: {
      attribute_code: unique('a').replaceAll('-', '_'),
      frontend_input: 'select',
      scope: 'global',
      default_frontend_label: 'Shade',
      options: [{ label: 'Red' }],
    },
  });
  const groups = await groupsOf(4);
  await post('/V1/products/attribute-sets/attributes', {
    attributeSetId: 4,
    attributeGroupId: groups.items[0].attribute_group_id,
    attributeCode: made.attribute_code,
    sortOrder: 9,
  });
  const sku = await makeProduct(souk, { type_id: 'configurable' });
  const option = {
    attribute_id: String(made.attribute_id),
    label: 'Shade',
    position: 1,
    values: [{ value_index: Number(made.options.at(-1).value) }],
  };
  const root = `/V1/configurable-products/${sku}/options`;
  const id = Number(await post(root, { option }));
  const { id: product_id } = await get(`/V1/products/${sku}`);
  return { id, root, option, product_id: product_id as number, all: () => get(`${root}/all`) };
}

export const configurableOption =
  (field: 'id' | 'product_id'): Make =>
  async () => {
    const [mine, other] = await pair(configurable);
    return {
      path: `${mine.root}/${mine.id}`,
      body: { option: { ...mine.option, [field]: other[field], label: 'Changed' } },
      mine: mine.all,
      other: other.all,
      changed: [{ id: mine.id, label: 'Changed' }],
    };
  };

/** Makes a document of an order of its own; gives its path and id. */
export type MakeDocument = () => Promise<{ path: string; id: number }>;

export const anOrder: MakeDocument = async () => {
  const { id } = await guestOrder(souk);
  return { id, path: `/V1/orders/${id}` };
};
export const aShipment: MakeDocument = async () => {
  const { id: order } = await guestOrder(souk);
  const id = Number(await post(`/V1/order/${order}/ship`, {}));
  return { id, path: `/V1/shipment/${id}` };
};
export const aCreditMemo: MakeDocument = async () => {
  const { id: order } = await guestOrder(souk);
  await post(`/V1/order/${order}/invoice`, { capture: true });
  const id = Number(await post(`/V1/order/${order}/refund`, {}));
  return { id, path: `/V1/creditmemo/${id}` };
};

/** A comment on a document whose body names another document, or a comment of another. */
export const comment =
  (make: MakeDocument, field: 'parent_id' | 'entity_id'): Make =>
  async () => {
    const [mine, other] = await pair(make);
    const object = mine.path.startsWith('/V1/orders') ? 'statusHistory' : 'entity';
    const text = { comment: 'Changed', is_customer_notified: 0, is_visible_on_front: 0 };
    await post(`${other.path}/comments`, { [object]: { ...text, parent_id: other.id, comment: 'Kept' } });
    const [kept] = (await get(`${other.path}/comments`)).items;
    const named = field === 'parent_id' ? { parent_id: other.id } : { parent_id: mine.id, entity_id: kept.entity_id };
    return {
      path: `${mine.path}/comments`,
      body: { [object]: { ...text, ...named } },
      ...readAt((path) => `${path}/comments`, [mine.path, other.path]),
      changed: { items: expect.arrayContaining([expect.objectContaining({ comment: 'Changed' })]) },
    };
  };

export function picture() {
  const base64_encoded_data = png([20, 40, 60], 8).toString('base64');
  const content = { base64_encoded_data, type: 'image/png', name: 'a.png' };
  return { media_type: 'image', label: 'A', position: 1, disabled: false, types: [], content };
}

export async function productWebsite(): Promise<Mismatch> {
  const [mine, other] = await pair(async () => {
    const sku = await makeProduct(souk);
    ok(await souk.admin.delete(`/V1/products/${sku}/websites/1`));
    return sku;
  });
  const body = { productWebsiteLink: { sku: other, website_id: 1 } };
  const read = readAt((sku) => `/V1/products/${sku}`, [mine, other]);
  return {
    path: `/V1/products/${mine}/websites`,
    body,
    ...read,
    changed: { extension_attributes: { website_ids: [1] } },
  };
}

export function bundleLink(field: 'id' | 'option_id'): Make {
  return async () => {
    const [mine, other] = await pair(bundle);
    const part = { sku: await makeProduct(souk), qty: 1, price: 1, price_type: 0, can_change_quantity: 1 };
    const linkedProduct = { ...part, [field]: field === 'id' ? other.link.id : other.id };
    const path = `/V1/bundle-products/${mine.sku}/links/${mine.id}`;
    return { path, body: { linkedProduct }, mine: mine.options, other: other.options, changed: undefined };
  };
}

export function newOption(field: 'id' | 'product_id'): Make {
  return async () => {
    const { path, body, ...rest } = await configurableOption(field)();
    return { ...rest, path: path.slice(0, path.lastIndexOf('/')), body };
  };
}

export function newFile(kind: 'links' | 'links/samples', object: 'link' | 'sample'): Make {
  return async () => {
    const { path, ...rest } = await downloadable(kind, object)();
    return { ...rest, path: path.slice(0, path.lastIndexOf('/')) };
  };
}

export async function stockItem(field: 'item_id' | 'product_id'): Promise<Mismatch> {
  const make = async () => {
    const sku = await makeProduct(souk);
    return { sku, item: await get(`/V1/stockItems/${sku}`) };
  };
  const [mine, other] = await pair(make);
  const body = { stockItem: { [field]: other.item[field], qty: 7, is_in_stock: true } };
  const path = `/V1/products/${mine.sku}/stockItems/${mine.item.item_id}`;
  return { path, body, ...readAt((sku) => `/V1/stockItems/${sku}`, [mine.sku, other.sku]), changed: { qty: 7 } };
}
