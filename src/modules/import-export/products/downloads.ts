import { errorMessage } from '../../../kernel/thrown.ts';
import type { In } from '../../../kernel/types.ts';
import type { DownloadableLink, DownloadableSample, FileContent } from '../../downloadable/types.ts';
import { CellFault, type Cell } from '../../../platform/row-import/rows.ts';
import { recordsOf } from './lists.ts';
import { isUrl, type MediaSource } from './media-source.ts';
import { given, PairReader } from './structures.ts';

type LinkInput = In<typeof DownloadableLink>;
type SampleInput = In<typeof DownloadableSample>;

/** Links or samples, the heading above them, and whether links are bought singly. */
interface Downloads<T> {
  readonly inputs: readonly T[];
  readonly heading: string | undefined;
  readonly isSingly: boolean | undefined;
}

/** Files that a product has already, by their paths. */
type KnownFiles = ReadonlySet<string>;

const linkNames =
  `group_title title price downloads number_of_downloads shareable is_shareable file url link_type link_file
  link_url sample sample_type sample_file sample_url sortorder sort_order purchased_separately link_id id`.split(/\s+/);
const sampleNames =
  `group_title title file url sample_type sample_file sample_url sortorder sort_order sample_id id`.split(/\s+/);

/** Links of a downloadable product from `title=Part 1,price=5,downloads=unlimited,file=/p/1.pdf|…`. */
export async function downloadLinksOf(
  column: string,
  cell: Cell,
  known: KnownFiles,
  media: MediaSource | undefined,
): Promise<Downloads<LinkInput>> {
  const inputs: LinkInput[] = [];
  let heading: string | undefined;
  let isSingly: boolean | undefined;
  for (const pairs of recordsOf(column, cell)) {
    const reader = new PairReader(column, pairs, linkNames);
    heading ??= reader.text('group_title');
    isSingly ??= reader.flag('purchased_separately');
    inputs.push({
      title: reader.required('title'),
      price: reader.number('price') ?? 0,
      number_of_downloads: downloadsOf(reader),
      is_shareable: shareableOf(column, reader.first('shareable', 'is_shareable')),
      sort_order: sortOrderOf(reader) ?? inputs.length + 1,
      ...(await linkOf(column, reader, known, media)),
      ...(await linkSampleOf(column, reader, known, media)),
    });
  }
  return { inputs, heading, isSingly };
}

/** The files that the cells of links and samples name. */
export function downloadPaths(cells: ReadonlyMap<string, Cell>): string[] {
  return ['downloadable_links', 'downloadable_samples'].flatMap((column) => {
    const cell = cells.get(column);
    const records = cell === undefined ? [] : recordsOf(column, cell);
    return records.flatMap((pairs) =>
      ['link_file', 'file', 'sample_file', 'sample'].flatMap((name) => {
        const path = pairs.get(name);
        // Samples at a URL stay there.
        const isSampleUrl = column === 'downloadable_links' && name.startsWith('sample') && isUrl(String(path));
        return typeof path === 'string' && !isSampleUrl ? [path] : [];
      }),
    );
  });
}

function sortOrderOf(reader: PairReader): number | undefined {
  return reader.integer('sortorder') ?? reader.integer('sort_order');
}

async function linkOf(column: string, reader: PairReader, known: KnownFiles, media: MediaSource | undefined) {
  const file = reader.first('link_file', 'file');
  if (file !== undefined) return { link_type: 'file', ...named('link', await fileOf(column, file, known, media)) };
  const url = reader.first('link_url', 'url');
  if (url === undefined) throw new CellFault(column, 'file or url is missing');
  return { link_type: 'url', link_url: url };
}

async function linkSampleOf(column: string, reader: PairReader, known: KnownFiles, media: MediaSource | undefined) {
  const path = reader.first('sample_file', 'sample');
  const url = reader.text('sample_url') ?? (path && isUrl(path) ? path : undefined);
  if (url !== undefined) return { sample_type: 'url', sample_url: url };
  if (path === undefined) return {};
  return { sample_type: 'file', ...named('sample', await fileOf(column, path, known, media)) };
}

/** Samples of a downloadable product from `title=Preview,file=/p/preview.pdf|…`. */
export async function downloadSamplesOf(
  column: string,
  cell: Cell,
  known: KnownFiles,
  media: MediaSource | undefined,
): Promise<Downloads<SampleInput>> {
  const inputs: SampleInput[] = [];
  let heading: string | undefined;
  for (const pairs of recordsOf(column, cell)) {
    const reader = new PairReader(column, pairs, sampleNames);
    heading ??= reader.text('group_title');
    const file = reader.first('sample_file', 'file');
    const url = reader.first('sample_url', 'url');
    if (file === undefined && url === undefined) throw new CellFault(column, 'file or url is missing');
    inputs.push({
      title: reader.required('title'),
      sort_order: sortOrderOf(reader) ?? inputs.length + 1,
      ...(file === undefined
        ? { sample_type: 'url', ...given('sample_url', url) }
        : { sample_type: 'file', ...named('sample', await fileOf(column, file, known, media)) }),
    });
  }
  return { inputs, heading, isSingly: undefined };
}

function downloadsOf(reader: PairReader): number {
  if (reader.first('downloads', 'number_of_downloads') === 'unlimited') return 0;
  return reader.integer('downloads') ?? reader.integer('number_of_downloads') ?? 0;
}

/** `config`, `yes`, `no` or the interface's number of one of them. */
function shareableOf(column: string, text = 'config'): number {
  const values: Readonly<Record<string, number>> = { config: 2, yes: 1, no: 0, '2': 2, '1': 1, '0': 0 };
  const value = values[text.toLowerCase()];
  if (value === undefined) throw new CellFault(column, `shareable: "${text}" is neither config, 1 nor 0`);
  return value;
}

/** A file that the shop has, or the content of a new one. */
interface SentFile {
  readonly path?: string;
  readonly content?: In<typeof FileContent>;
}

function named(prefix: 'link' | 'sample', { path, content }: SentFile) {
  return { ...given(`${prefix}_file`, path), ...given(`${prefix}_file_content`, content) };
}

/** A file of a cell: the product's own, else one from the source of files, else one that the shop has. */
async function fileOf(
  column: string,
  path: string,
  known: KnownFiles,
  media: MediaSource | undefined,
): Promise<SentFile> {
  if (known.has(path)) return { path };
  const content = await media?.read(path).catch((error: unknown) => {
    throw new CellFault(column, `${path}: ${errorMessage(error)}`);
  });
  if (!content) return { path };
  return { content: { name: path.slice(path.lastIndexOf('/') + 1), file_data: content.toString('base64') } };
}
