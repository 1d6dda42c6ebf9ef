import { sql } from 'kysely';
import { writeStoreId, type Call } from '../../kernel/call.ts';
import type {
  ProductExtension,
  ProductExtensions,
  ProductHead,
  SentExtension,
} from '../catalog/products/extensions.ts';
import type { ProductTypeRules, StoredProduct } from '../catalog/service.ts';
import { linkIn, presentLink, replaceLinks, type DownloadLink, type LinkInput } from './links.ts';
import { downloadsOf, nestedDownloads, type StoredLink, type StoredSample } from './rows.ts';
import { presentSample, replaceSamples, sampleIn, type DownloadSample, type SampleInput } from './samples.ts';
import { DOWNLOADABLE } from './types.ts';

export const downloadableType: ProductTypeRules = {
  name: DOWNLOADABLE,
  label: 'Downloadable Product',
  sortOrder: 30,
  schemaName: 'DownloadableProduct',
  isComposite: false,
  ownData: sql`(exists (select 1 from downloadable_link l where l.product_id = p.id)
    or exists (select 1 from downloadable_sample s where s.product_id = p.id))`,
};

declare module '../catalog/products/added-fields.ts' {
  interface ProductExtensions {
    /** The links and samples of a downloadable product, in order. */
    readonly downloads?: { readonly links: readonly DownloadLink[]; readonly samples: readonly DownloadSample[] };
  }
}

/** The links and samples in a product's extension attributes. */
export const downloadableExtension: ProductExtension = {
  name: 'downloads',
  fields: ['downloadable_product_links', 'downloadable_product_samples'],
  inLists: true,
  nested: () => ({ display: nestedDownloads() }),
  async load(call, products) {
    const downloadable = products.filter((product) => product.type_id === DOWNLOADABLE);
    if (downloadable.length === 0) return new Map();
    const { links, samples } = await downloadsOf(call, downloadable);
    return new Map(
      downloadable.map((product) => [
        product.id,
        downloadsIn(call, product, links.get(product.id) ?? [], samples.get(product.id) ?? []),
      ]),
    );
  },
  present(_, { extensions: { downloads } }) {
    return (
      downloads && {
        downloadable_product_links: downloads.links.map(presentLink),
        downloadable_product_samples: downloads.samples.map(presentSample),
      }
    );
  },
  save: saveDownloads,
  // The rows are deleted with the product's own; the files stay for those who bought them.
  remove: () => Promise.resolve(),
};

async function saveDownloads(call: Call, product: StoredProduct, input: SentExtension): Promise<ProductExtensions> {
  if (product.type_id !== DOWNLOADABLE) return {};
  const { id } = product;
  const storeId = writeStoreId(call.scope, !input.isNew);
  const sentLinks = input.fields.downloadable_product_links as readonly LinkInput[] | null | undefined;
  const sentSamples = input.fields.downloadable_product_samples as readonly SampleInput[] | null | undefined;
  const before = input.isNew ? undefined : await downloadsOf(call, [product]);
  let links = before?.links.get(id) ?? [];
  let samples = before?.samples.get(id) ?? [];
  if (sentLinks) links = await replaceLinks(call, id, links, sentLinks, storeId);
  if (sentSamples) samples = await replaceSamples(call, id, samples, sentSamples, storeId);
  return downloadsIn(call, product, links, samples);
}

function downloadsIn(
  call: Call,
  { store_id = call.scope.storeId }: ProductHead,
  links: readonly StoredLink[],
  samples: readonly StoredSample[],
): ProductExtensions {
  return {
    downloads: {
      links: links.map((link) => linkIn(call, link, store_id)),
      samples: samples.map((sample) => sampleIn(sample, store_id)),
    },
  };
}
