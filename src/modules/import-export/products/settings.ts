import type { CreatableKind } from '../../../kernel/file-imports.ts';
import type { MediaSource } from './media-source.ts';

/** How products are imported. */
export interface ProductImportOptions {
  readonly creates: ReadonlySet<CreatableKind>;
  /** Codes of attributes by which variations in the file differ. */
  readonly selects: ReadonlySet<string>;
  /** Separator within cells with several values. */
  readonly valueSeparator: string;
  /** Text that stands for "no value". */
  readonly emptyText: string;
  /** The source of images and files; undefined: only those that the shop has already. */
  readonly media: MediaSource | undefined;
}
