/** A line of a CSV file, with its line break. Cells are quoted where they have to be. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\n`;
}

function csvCell(value: string | number): string {
  const text = String(value);
  // Readers remove blanks around a value that is not quoted.
  return /[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
