import { elementAt } from '../../kernel/lists.ts';
import type { MailBlock, MailStore } from './template.ts';

/** The pieces of a mail as plain text, with the name of the store below. */
export function renderText(blocks: readonly MailBlock[], store: MailStore): string {
  return `${[...blocks.map(renderBlock), `-- \n${store.name}\n${store.url}`].join('\n\n')}\n`;
}

function renderBlock(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'table':
      return renderTable([block.head, ...block.rows]);
  }
}

/** Columns as wide as their longest entry. */
function renderTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)));
  const aligned = (cell: string, column: number): string => {
    const width = elementAt(widths, column);
    return column === 0 ? cell.padEnd(width) : cell.padStart(width);
  };
  return rows
    .map((row) => row.map(aligned).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
