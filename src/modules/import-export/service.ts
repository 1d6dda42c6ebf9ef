import { isAbsolute, join, relative } from 'node:path';
import type { Call } from '../../kernel/call.ts';
import type { ServiceDependencies } from '../../kernel/module.ts';
import { csvRows, jsonRows, type EntityRows } from './entity-rows.ts';
import { importErrors } from './errors.ts';
import { EMPTY_TEXT } from './empty-text.ts';
import { importProducts } from './products/import.ts';
import { mediaSource } from './products/media-source.ts';
import { acceptedRows, rowSaving, type RowKind } from '../../platform/row-import/row-kind.ts';
import { importWithin, type ImportBehavior, type ImportedEntities } from '../../platform/row-import/within.ts';
import { rowKindOf } from './row-kinds.ts';
import type { importedEntities } from './types.ts';

/** An import by a request. */
interface EntityImport {
  readonly entity: (typeof importedEntities)[number];
  readonly behavior: ImportBehavior;
  /** More refused rows than these undo the import. */
  readonly mostRefused: number;
  readonly rows: EntityRows;
  /** Separator within cells with several values. */
  readonly valueSeparator?: string | undefined;
  /** Text that stands for "no value". */
  readonly emptyText?: string | undefined;
  /** Folder of images, below `import/images` of the var folder. */
  readonly images?: string | undefined;
}

/** Imports of lists of records: `call.services.imports`. */
interface ImportService {
  readonly csvRows: typeof csvRows;
  readonly jsonRows: typeof jsonRows;
  /** Folder in which files of other servers are held during an import. */
  readonly downloadFolder: string;
  /**
   * Imports records in one transaction, all or none if too many are refused. Files of other servers are downloaded before it, so it
   * must not be open yet.
   */
  run(call: Call, settings: EntityImport): Promise<ImportedEntities>;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    imports: ImportService;
  }
}

/** Creates `call.services.imports`. */
export const createImportService = ({ varFolder }: ServiceDependencies): ImportService => ({
  csvRows,
  jsonRows,
  downloadFolder: join(varFolder, 'import'),
  run: (call, settings) => {
    const kind = rowKindOf(call.services, settings.entity);
    if (kind) return importListedRows(call, settings, kind);
    return importListedProducts(call, settings, imageFolder(varFolder, settings.images ?? ''));
  },
});

function importListedRows(call: Call, settings: EntityImport, kind: RowKind): Promise<ImportedEntities> {
  const { behavior, mostRefused, rows } = settings;
  return importWithin(call, mostRefused, async (inside, onRefused) => {
    const saving = rowSaving(kind, behavior, onRefused);
    const all = await Array.fromAsync(acceptedRows(rows(await kind.columns(inside)), kind, saving));
    const { created, updated, deleted } = await kind.save(inside, all, saving);
    return created + updated + deleted;
  });
}

async function importListedProducts(call: Call, settings: EntityImport, folder: string): Promise<ImportedEntities> {
  const { behavior, mostRefused, rows, valueSeparator = ',', emptyText = EMPTY_TEXT } = settings;
  const { entities, refusedRows, isStopped } = await importProducts(call, rows, {
    behavior,
    mostRefused,
    valueSeparator,
    emptyText,
    creates: new Set(),
    isTrial: false,
    media: mediaSource(call.config, folder),
    downloadFolder: call.services.imports.downloadFolder,
  });
  return { processed: entities, refused: refusedRows, isStopped };
}

/** The folder of images, by its path below that of all images. Throws 400 for a path that leaves it. */
function imageFolder(varFolder: string, path: string): string {
  const all = join(varFolder, 'import/images');
  const folder = join(all, path.replace(/^\/?var\/import\/images\/?/, ''));
  const inside = relative(all, folder);
  if (inside.startsWith('..') || isAbsolute(inside)) throw importErrors.folderOutside([path]);
  return folder;
}
