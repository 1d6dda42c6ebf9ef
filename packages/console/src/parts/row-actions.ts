import type { RouteName } from '../calls.ts';
import { t } from '../texts/text.ts';

/** The texts of an action on selected records. `records`: their number with the noun, such as `3 products`. */
interface RowActionTexts {
  readonly label: string;
  question(records: string): string;
  /** The report of the records for which it succeeded. */
  done(records: string): string;
}

/** An action on each of the selected records of a list. */
export interface RowAction<T> extends RowActionTexts {
  /** What else the person should know before. */
  readonly note?: string;
  /** The call for a record. A response of `false` is a failure. */
  request(row: T): { readonly route: RouteName; readonly input: Readonly<Record<string, unknown>> };
}

/** Texts of actions that several lists have. */
export const rowActionTexts = {
  delete: {
    label: t('Delete'),
    question: (records) => t('Delete {records}?', { records }),
    done: (records) => t('{records} deleted.', { records }),
  },
  enable: {
    label: t('Enable'),
    question: (records) => t('Enable {records}?', { records }),
    done: (records) => t('{records} enabled.', { records }),
  },
  disable: {
    label: t('Disable'),
    question: (records) => t('Disable {records}?', { records }),
    done: (records) => t('{records} disabled.', { records }),
  },
} as const satisfies Record<string, RowActionTexts>;
