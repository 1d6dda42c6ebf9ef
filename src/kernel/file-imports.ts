import type { Call } from './call.ts';

/** Kinds of records that an import may create because rows name them. */
export const creatableKinds = ['attributes', 'options', 'categories'] as const;
/** A kind of records that an import may create. */
export type CreatableKind = (typeof creatableKinds)[number];

/** A row that was not imported, and why. */
export interface RefusedRow {
  /** Line in the file where it begins, from 1; of a list, the number of the element. */
  readonly line: number;
  /** SKU or email address; empty if the row has none. */
  readonly key: string;
  /** Column of the fault; empty if it is not about a single one. */
  readonly column: string;
  readonly reason: string;
}

/** Functions that hear of the progress of an import. */
export interface ImportListener {
  /** Called with the number of rows once it is known. */
  onStart?(count: number): void;
  /** Called after each transaction with the number of its rows. */
  onProgress?(count: number): void;
  onRefused?(row: RefusedRow): void;
}

/** How a file is imported. */
export interface FileImportSettings extends ImportListener {
  readonly creates: ReadonlySet<CreatableKind>;
  /** Whether all changes are undone at the end. */
  readonly isTrial: boolean;
  /** Character encoding; undefined: recognised. */
  readonly encoding?: string | undefined;
  /** The character between cells; undefined: recognised. */
  readonly separator?: string | undefined;
  /** Folder of images and of files to download. */
  readonly images?: string | undefined;
}

/** The result of an import. */
export interface ImportedRows {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly refused: number;
}

/** Imports files of a kind of records with an extension. */
export interface FileImport {
  /** Such as `products`. */
  readonly kind: string;
  /** Such as `csv`. */
  readonly extension: string;
  /** Throws for a file that cannot be read as a whole. */
  run(call: Call, file: string, settings: FileImportSettings): Promise<ImportedRows>;
}

declare module './merged-types.ts' {
  interface ContributionPoints {
    fileImports: FileImport;
  }
}
