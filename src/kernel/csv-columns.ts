import { platformErrors } from './errors.ts';

/**
 * Checks the header of a CSV file. Throws one error that lists each column rejected by `isKnown`, with its position. Columns
 * without a name pass.
 */
export function checkColumns(names: readonly string[], isKnown: (name: string, index: number) => boolean): void {
  const faults = names.flatMap((fieldName, i) =>
    fieldName === '' || isKnown(fieldName, i)
      ? []
      : [`row 1, column ${i + 1}: ${platformErrors.notSupported({ fieldName }).text}`],
  );
  if (faults.length > 0) throw platformErrors.columnsNotSupported([faults.join('\n')]);
}
