import { defineErrors } from '../../kernel/errors.ts';

/** Errors of imported files as a whole. Faults of single rows are reported with the row. */
export const fileErrors = defineErrors('row-import', {
  encodingUnknown: [
    'input',
    'The encoding "%1" is not known. Use one of these: %2.',
    'a file is read in an unknown encoding',
  ],
  notUtf8: [
    'input',
    'Line %1 is not UTF-8 (byte %2 of the file is %3). Save the file as UTF-8, or name its encoding, such as latin1.',
    'a file is in another encoding than UTF-8',
  ],
  fileEmpty: ['input', 'The file has no header.', 'an imported file is empty'],
  notCsv: [
    'input',
    'The file is not CSV: %1',
    'a CSV file has a quotation that does not end, or a row that is too long',
  ],
  lineTooLong: ['input', 'Line %1 is too long.', 'a line of a file has more than 64 MB'],
  refusedWhole: [
    'input',
    'Nothing was imported: %1 of %2 rows are wrong, and the file replaces all records.',
    'a file that replaces all records has faulty rows',
  ],
  columnTwice: ['input', 'The column "%1" occurs twice.', 'a header names a column twice'],
  columnsMissing: ['input', 'The header lacks these columns: %1.', 'a header lacks a required column'],
});
