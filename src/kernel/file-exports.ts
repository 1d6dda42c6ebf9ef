import type { Call } from './call.ts';

/** Filters of exports. */
export const exportFilters = ['since', 'store', 'source'] as const;
/** A filter of an export. */
type ExportFilter = (typeof exportFilters)[number];

/** How records are exported. */
export interface FileExportSettings {
  /** Only records that were changed at this time or later, as `2026-11-28 14:30:00` in UTC. */
  readonly since?: string | undefined;
  /** Code of a store view. */
  readonly store?: string | undefined;
  /** Code of a source. */
  readonly source?: string | undefined;
  /** Folder that gets the images and files of the records; undefined: they are not copied. */
  readonly images?: string | undefined;
}

/** Exports records of a kind as rows of a CSV file. */
export interface FileExport {
  /** Such as `products`. */
  readonly kind: string;
  /** The filters that the kind has. */
  readonly filters: readonly ExportFilter[];
  /** Whether the records have images or files. */
  readonly hasFiles?: boolean;
  /** The header, then the rows, read in pages: memory does not grow with their number. */
  rows(call: Call, settings: FileExportSettings): AsyncIterable<readonly string[]>;
}

declare module './merged-types.ts' {
  interface ContributionPoints {
    fileExports: FileExport;
  }
}
