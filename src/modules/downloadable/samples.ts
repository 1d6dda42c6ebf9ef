import type { Call } from '../../kernel/call.ts';
import { matchRecords } from '../../kernel/match-records.ts';
import type { In, Out } from '../../kernel/types.ts';
import { downloadableErrors } from './errors.ts';
import { requireDownloadable } from './products.ts';
import { checkResource, checkType, noResource, placeResource } from './resources.ts';
import { deleteRows, findSample, findSamples, writeSample, type StoredSample } from './rows.ts';
import { titlesAfter, valueIn } from './scope.ts';
import { DOWNLOADABLE, type DownloadableSample } from './types.ts';

/** A sample as it is sent. */
export type SampleInput = In<typeof DownloadableSample>;
type SampleOutput = Out<typeof DownloadableSample>;

/** The samples of the product with a SKU; none for one of another type. */
export async function listSamples(call: Call, sku: string): Promise<SampleOutput[]> {
  const { id, type_id } = await call.services.catalog.requireProduct(call, sku, 0);
  if (type_id !== DOWNLOADABLE) return [];
  const samples = (await findSamples(call, [id])).get(id) ?? [];
  return samples.map((sample) => presentSample(sampleIn(sample, call.scope.storeId)));
}

/** Changes the sample with the sent id, or adds one; gives its id. The title is written for `storeId`. */
export async function saveSample(call: Call, sku: string, input: SampleInput, storeId: number): Promise<number> {
  const product = await call.services.catalog.requireProduct(call, sku, 0);
  const known = input.id ? await findSample(call, input.id) : undefined;
  if (input.id && !known) throw downloadableErrors.sampleNotFound();
  if (known && known.product_id !== product.id) throw downloadableErrors.sampleNotRelated();
  requireDownloadable(product);
  await call.services.catalog.touchSaved(call, product.id);
  return (await putSample(call, product.id, known, input, storeId)).id;
}

/** Deletes a sample. Throws 404 when it does not exist. */
export async function deleteSample(call: Call, id: number): Promise<void> {
  const sample = await findSample(call, id);
  if (!sample) throw downloadableErrors.sampleNotFound();
  await call.services.catalog.touchSaved(call, sample.product_id);
  await deleteRows(call, 'downloadable_sample', [id]);
}

/**
 * Replaces the samples of a product: samples with a known id are changed, and so are those without an id that have the title of a
 * stored one (D303); others are added, the rest is removed.
 */
export async function replaceSamples(
  call: Call,
  productId: number,
  before: readonly StoredSample[],
  sampleInputs: readonly SampleInput[],
  storeId: number,
): Promise<StoredSample[]> {
  const after: StoredSample[] = [];
  const matched = matchRecords(sampleInputs, before, {
    givenId: ({ id }) => id,
    storedId: ({ id }) => id,
    same: [({ title }, stored) => Boolean(title) && title === sampleIn(stored, storeId).title],
  });
  for (const [i, input] of sampleInputs.entries()) {
    const known = matched[i];
    if (input.id && !known) throw downloadableErrors.sampleNotFound();
    after.push(await putSample(call, productId, known, input, storeId));
  }
  const removed = before.filter(({ id }) => !after.some((sample) => sample.id === id));
  await deleteRows(
    call,
    'downloadable_sample',
    removed.map((sample) => sample.id),
  );
  return after.sort((a, b) => a.sort_order - b.sort_order || a.id - b.id);
}

/** Checks a sample in the interface's order, and writes it. */
async function putSample(
  call: Call,
  productId: number,
  known: StoredSample | undefined,
  input: SampleInput,
  storeId: number,
): Promise<StoredSample> {
  const sample_type = checkType('samples', input.sample_type ?? known?.sample_type);
  if ((input.sort_order ?? 0) < 0) throw downloadableErrors.sortOrder();
  const checked = await checkResource(
    call,
    'samples',
    { type: input.sample_type, file: input.sample_file, url: input.sample_url, content: input.sample_file_content },
    known ? { type: known.sample_type, file: known.sample_file, url: known.sample_url } : noResource,
  );
  const titles = titlesAfter(known?.titles, input.title, storeId);
  if (!titles) throw downloadableErrors.sampleTitleEmpty();
  const { file, url } = await placeResource(call, 'samples', checked);
  return await writeSample(call, {
    id: known?.id ?? 0,
    product_id: productId,
    sort_order: input.sort_order ?? known?.sort_order ?? 0,
    sample_type,
    sample_file: file,
    sample_url: url,
    titles,
  });
}

/** A sample in one store view. */
export interface DownloadSample extends StoredSample {
  readonly title: string | null;
}

/** A sample with the title that a store view shows. */
export function sampleIn(sample: StoredSample, storeId: number): DownloadSample {
  return { ...sample, title: valueIn(sample.titles, storeId) ?? null };
}

/** A sample for an answer. */
export function presentSample(sample: DownloadSample): SampleOutput {
  return {
    id: sample.id,
    title: sample.title,
    sort_order: sample.sort_order,
    sample_type: sample.sample_type,
    sample_file: sample.sample_file,
    sample_url: sample.sample_url,
  };
}
