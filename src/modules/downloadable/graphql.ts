import type { Call } from '../../kernel/call.ts';
import {
  deprecated,
  enumTypes,
  inputTypes,
  mutations,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { baseUrls } from '../../kernel/shop-settings.ts';
import { uidOf } from '../../kernel/uids.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import type { CartItemSource, ChoicesSource } from '../quote/graphql/types.ts';
import type { ChosenOptions } from '../quote/option-types.ts';
import type { WishSource } from '../wishlist/types.ts';
import type { DownloadLink } from './links.ts';
import type { DownloadSample } from './samples.ts';

const enums = enumTypes({ DownloadableFileTypeEnum: ['FILE', 'URL'] });

const values = valueTypes({ AddDownloadableProductsToCartOutput: { cart: 'Cart!' } });

const inputs = inputTypes({
  AddDownloadableProductsToCartInput: { cart_id: 'String!', cart_items: '[DownloadableProductCartItemInput]!' },
  DownloadableProductCartItemInput: {
    customizable_options: '[CustomizableOptionInput]',
    data: 'CartItemInput!',
    downloadable_product_links: '[DownloadableProductLinksInput]',
  },
  DownloadableProductLinksInput: { link_id: 'Int!' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    DownloadableCartItem: CartItemSource;
    DownloadableProduct: ProductSource;
    DownloadableProductLinks: DownloadLink;
    DownloadableProductSamples: DownloadSample;
    DownloadableWishlistItem: WishSource;
  }
}

async function shownDownloads(call: Call, source: ProductSource) {
  const { extensions } = await call.services.storefront.added(call, source, 'downloads');
  return extensions.downloads ?? { links: [], samples: [] };
}

/** The downloads of a product in the catalogue service: the links that buyers choose, and the samples. */
export async function downloadsView(call: Call, source: ProductSource): Promise<{ label: string; value: object }> {
  const { links, samples } = await shownDownloads(call, source);
  const money = call.services.storefront.money(call);
  const value = {
    purchase_separately: Number(source.values.links_purchased_separately ?? 0) === 1,
    links: links.map(({ id, title, price, number_of_downloads, sample_type }) => ({
      uid: uidOf(`downloadable/${id}`),
      label: title,
      price: money(price).value,
      number_of_downloads,
      sample_url: sample_type === null ? null : sampleUrl(call, `linkSample/link_id/${id}`),
    })),
    samples: samples.map(({ id, title }) => ({
      uid: uidOf(`downloadable/sample/${id}`),
      label: title,
      url: sampleUrl(call, `sample/sample_id/${id}`),
    })),
  };
  return { label: String(source.values.links_title ?? 'Downloads'), value };
}

const downloadablePage = objectType(
  'DownloadableProduct',
  (t) => ({
    downloadable_product_links: t.field(
      '[DownloadableProductLinks]',
      async (source, _, call) => (await shownDownloads(call, source)).links,
    ),
    downloadable_product_samples: t.field(
      '[DownloadableProductSamples]',
      async (source, _, call) => (await shownDownloads(call, source)).samples,
    ),
    links_purchased_separately: t.field('Int', ({ values: { links_purchased_separately: separate } }) =>
      Number(separate ?? 0),
    ),
    links_title: t.field('String', ({ values: { links_title: title } }) => title ?? null),
  }),
  ['ProductInterface', 'RoutableInterface', 'CustomizableProductInterface'],
);

/** The address of a sample, which everybody may download. */
function sampleUrl(call: Call, path: string): string {
  return `${call.config.of(baseUrls.unsecure.base, call.scope)}downloadable/download/${path}`;
}

const inner = 'Storefronts do not need to know it.';
const fileType = (type: string | null): 'FILE' | 'URL' | null =>
  type === null ? null : type === 'url' ? 'URL' : 'FILE';

const link = objectType('DownloadableProductLinks', (t) => ({
  id: deprecated('Use `uid`.', 'Int'),
  is_shareable: deprecated(
    inner,
    t.field('Boolean', ({ is_shareable: shared }) => shared === 1),
  ),
  link_type: deprecated(
    inner,
    t.field('DownloadableFileTypeEnum', ({ link_type: type }) => fileType(type)),
  ),
  number_of_downloads: deprecated(inner, 'Int'),
  price: 'Float',
  sample_file: deprecated(inner, 'String'),
  sample_type: deprecated(
    inner,
    t.field('DownloadableFileTypeEnum', ({ sample_type: type }) => fileType(type)),
  ),
  sample_url: t.field('String', ({ id, sample_type: type }, _, call) =>
    type === null ? null : sampleUrl(call, `linkSample/link_id/${id}`),
  ),
  sort_order: 'Int',
  title: 'String',
  uid: t.field('ID!', ({ id }) => uidOf(`downloadable/${id}`)),
}));

const sample = objectType('DownloadableProductSamples', (t) => ({
  id: deprecated(inner, 'Int'),
  sample_file: deprecated(inner, 'String'),
  sample_type: deprecated(
    inner,
    t.field('DownloadableFileTypeEnum', ({ sample_type: type }) => fileType(type)),
  ),
  sample_url: t.field('String', ({ id }, _, call) => sampleUrl(call, `sample/sample_id/${id}`)),
  sort_order: 'Int',
  title: 'String',
}));

/** The samples of a product with choices. */
export function samplesOf({ node }: Pick<ChoicesSource, 'node'>) {
  return node.product.extensions.downloads?.samples ?? [];
}

const cartItem = objectType(
  'DownloadableCartItem',
  (t) => ({
    customizable_options: t.field('[SelectedCustomizableOption]!', (source, _, call) =>
      call.services.quote.customizableOptions(source),
    ),
    links: t.field('[DownloadableProductLinks]', ({ node }) => {
      const ids = node.item.choices.downloadable_option?.downloadable_links ?? [];
      return (node.product.extensions.downloads?.links ?? []).filter(({ id }) => ids.includes(id));
    }),
    samples: t.field('[DownloadableProductSamples]', samplesOf),
  }),
  ['CartItemInterface'],
);

/** The links of a product that choices name. */
export function linksOfChoices({ node }: Pick<ChoicesSource, 'node'>, { downloadable_option: choice }: ChosenOptions) {
  const ids = new Set((choice?.downloadable_links ?? []).map(Number));
  return (node.product.extensions.downloads?.links ?? []).filter(({ id }) => ids.has(id));
}

const wish = objectType(
  'DownloadableWishlistItem',
  (t) => ({
    links_v2: t.field('[DownloadableProductLinks]', ({ chosen, wish: { options } }) => linksOfChoices(chosen, options)),
    samples: t.field('[DownloadableProductSamples]', ({ chosen }) => samplesOf(chosen)),
  }),
  ['WishlistItemInterface'],
);

const cartMutations = mutations((t) => ({
  addDownloadableProductsToCart: t.field(
    'AddDownloadableProductsToCartOutput',
    { input: 'AddDownloadableProductsToCartInput' },
    (_, { input }, call) => {
      const { quote } = call.services;
      const products = (input?.cart_items ?? []).flatMap((one) => {
        if (!one) return [];
        const downloadable_links = (one.downloadable_product_links ?? []).flatMap((chosen) => chosen?.link_id ?? []);
        const options = {
          ...quote.customOptionsOf(one.customizable_options),
          downloadable_option: { downloadable_links },
        };
        return [{ ...quote.toAdd(one.data), options }];
      });
      return quote.addAll(call, input?.cart_id ?? '', products);
    },
  ),
}));

/** Downloadable products on pages and in carts. */
export const downloadableGraphql = [
  enums,
  values,
  inputs,
  downloadablePage,
  link,
  sample,
  cartItem,
  wish,
  cartMutations,
];
