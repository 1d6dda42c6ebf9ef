/** Text that stands for "no value" in a cell. */
export const EMPTY_TEXT = '__EMPTY__VALUE__';
