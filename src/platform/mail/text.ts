import { elementAt } from '../../kernel/lists.ts';
import type { MailLayout } from './store.ts';
import type { MailBlock, MailStore } from './template.ts';

/** The parts of an email as plain text, with the footer and the name of the store below. */
export function renderText(blocks: readonly MailBlock[], store: MailStore, { footer }: MailLayout): string {
  const signature = ['-- ', ...footer, store.name, store.url].join('\n');
  return `${[...blocks.map(renderBlock), signature].join('\n\n')}\n`;
}

function renderBlock(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'facts':
    case 'totals':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'heading':
      return `${block.text}\n${'-'.repeat([...block.text].length)}`;
    case 'columns':
      return block.columns
        .map(({ title, lines }) => [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n'))
        .join('\n\n');
    case 'table':
      return renderTable([block.head, ...block.rows]);
  }
}

/** Columns as wide as their longest entry; the details of a cell stand below it, indented. */
function renderTable(rows: readonly (readonly string[])[]): string {
  const lines = rows.flatMap(linesOfRow);
  const widths: number[] = [];
  for (const line of lines) line.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)));
  const aligned = (cell: string, column: number): string => {
    const width = elementAt(widths, column);
    return column === 0 ? cell.padEnd(width) : cell.padStart(width);
  };
  return lines
    .map((line) => line.map(aligned).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

function linesOfRow(row: readonly string[]): string[][] {
  const cells = row.map((cell) => cell.split('\n').map((line, i) => (i === 0 ? line : `  ${line}`)));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, i) => cells.map((lines) => lines[i] ?? ''));
}
