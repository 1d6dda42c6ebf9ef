import { sql } from 'kysely';
import { writeStoreId, type Call } from '../../kernel/call.ts';
import type { ExtensionFields, ProductHead, ProductPart, SentExtension } from '../catalog/extensions.ts';
import type { ProductTypeRules, StoredProduct } from '../catalog/service.ts';
import { presentLink, replaceLinks, type LinkInput } from './links.ts';
import { downloadsOf, nestedDownloads, type StoredLink, type StoredSample } from './rows.ts';
import { presentSample, replaceSamples, type SampleInput } from './samples.ts';
import { DOWNLOADABLE } from './types.ts';

export const downloadableType: ProductTypeRules = {
  name: DOWNLOADABLE,
  label: 'Downloadable Product',
  sortOrder: 30,
  isComposite: false,
  ownData: sql`(exists (select 1 from downloadable_link l where l.product_id = p.id)
    or exists (select 1 from downloadable_sample s where s.product_id = p.id))`,
};

/** The links and samples in a product's extension attributes. */
export const downloadablePart: ProductPart = {
  fields: ['downloadable_product_links', 'downloadable_product_samples'],
  inLists: true,
  nested: () => ({ shown: nestedDownloads() }),
  async load(call, products) {
    const downloadable = products.filter((product) => product.type_id === DOWNLOADABLE);
    if (downloadable.length === 0) return new Map();
    const { links, samples } = await downloadsOf(call, downloadable);
    return new Map(
      downloadable.map((product) => [
        product.id,
        present(call, product, links.get(product.id) ?? [], samples.get(product.id) ?? []),
      ]),
    );
  },
  save: saveDownloads,
  // The rows go with the product's own; files stay for those who bought them.
  remove: () => Promise.resolve(),
};

async function saveDownloads(call: Call, product: StoredProduct, sent: SentExtension): Promise<ExtensionFields> {
  if (product.type_id !== DOWNLOADABLE) return {};
  const { id } = product;
  const storeId = writeStoreId(call.scope, !sent.isNew);
  const sentLinks = sent.fields.downloadable_product_links as readonly LinkInput[] | null | undefined;
  const sentSamples = sent.fields.downloadable_product_samples as readonly SampleInput[] | null | undefined;
  const before = sent.isNew ? undefined : await downloadsOf(call, [product]);
  let links = before?.links.get(id) ?? [];
  let samples = before?.samples.get(id) ?? [];
  if (sentLinks) links = await replaceLinks(call, id, links, sentLinks, storeId);
  if (sentSamples) samples = await replaceSamples(call, id, samples, sentSamples, storeId);
  return present(call, product, links, samples);
}

function present(
  call: Call,
  { store_id = call.scope.storeId }: ProductHead,
  links: readonly StoredLink[],
  samples: readonly StoredSample[],
): ExtensionFields {
  return {
    downloadable_product_links: links.map((link) => presentLink(call, link, store_id)),
    downloadable_product_samples: samples.map((sample) => presentSample(sample, store_id)),
  };
}
