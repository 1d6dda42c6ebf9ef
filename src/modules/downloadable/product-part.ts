import { writeStoreId, type Call } from '../../kernel/call.ts';
import type { ExtensionFields, ProductHead, ProductPart, SentExtension } from '../catalog/extensions.ts';
import type { ProductTypeRules } from '../catalog/service.ts';
import { presentLink, replaceLinks, type LinkInput } from './links.ts';
import { findLinks, findSamples, type StoredLink, type StoredSample } from './rows.ts';
import { presentSample, replaceSamples, type SampleInput } from './samples.ts';
import { DOWNLOADABLE } from './types.ts';

export const downloadableType: ProductTypeRules = {
  name: DOWNLOADABLE,
  label: 'Downloadable Product',
  sortOrder: 30,
  isComposite: false,
};

/** The links and samples in a product's extension attributes. */
export const downloadablePart: ProductPart = {
  inLists: true,
  async load(call, products) {
    const downloadable = products.filter((product) => product.type_id === DOWNLOADABLE);
    if (downloadable.length === 0) return new Map();
    const ids = downloadable.map((product) => product.id);
    const links = await findLinks(call, ids);
    const samples = await findSamples(call, ids);
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

async function saveDownloads(call: Call, product: ProductHead, sent: SentExtension): Promise<ExtensionFields> {
  if (product.type_id !== DOWNLOADABLE) return {};
  const { id } = product;
  const storeId = writeStoreId(call.scope, !sent.isNew);
  const sentLinks = sent.fields.downloadable_product_links as readonly LinkInput[] | null | undefined;
  const sentSamples = sent.fields.downloadable_product_samples as readonly SampleInput[] | null | undefined;
  let links = sent.isNew ? [] : ((await findLinks(call, [id])).get(id) ?? []);
  let samples = sent.isNew ? [] : ((await findSamples(call, [id])).get(id) ?? []);
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
