import { escapeMarkup } from '../../kernel/markup.ts';
import type { MailLayout } from './store.ts';
import type { MailBlock, MailStore } from './template.ts';

const colours = { ink: '#1f2933', faint: '#616e7c', line: '#e4e7eb', page: '#f5f7fa', accent: '#0b69a3' };
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The parts of an email as HTML: tables and inline styles, for the support of email programs. */
export function renderHtml(
  subject: string,
  blocks: readonly MailBlock[],
  store: MailStore,
  { logo, footer }: MailLayout,
): string {
  const language = store.locale.replaceAll('_', '-');
  const body = blocks.map(renderBlock).join('\n');
  return `<!doctype html>
<html lang="${escapeMarkup(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${colours.page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.page}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid ${colours.line};border-radius:6px">
<tr><td style="padding:20px 32px;border-bottom:1px solid ${colours.line};${font};font-size:18px;font-weight:600;color:${colours.ink}">
<a href="${escapeMarkup(store.url)}" style="color:${colours.ink};text-decoration:none">${logo ? renderLogo(logo) : escapeMarkup(store.name)}</a>
</td></tr>
<tr><td style="padding:24px 32px;${font};font-size:15px;line-height:1.5;color:${colours.ink}">
${body}
</td></tr>
</table>
<p style="margin:16px 0 0;${font};font-size:12px;line-height:1.6;color:${colours.faint}">${[
    ...footer.map(escapeMarkup),
    `${escapeMarkup(store.name)} &middot; <a href="${escapeMarkup(store.url)}" style="color:${colours.faint}">${escapeMarkup(store.url)}</a>`,
  ].join('<br>')}</p>
</td></tr>
</table>
</body>
</html>
`;
}

function renderLogo({ url, text, width, height }: NonNullable<MailLayout['logo']>): string {
  const size = (name: string, pixels: number | undefined): string => (pixels ? ` ${name}="${pixels}"` : '');
  return `<img src="${escapeMarkup(url)}" alt="${escapeMarkup(text)}"${size('width', width)}${size('height', height)} style="display:block;max-width:100%;border:0">`;
}

function renderBlock(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escapeMarkup(block.text).replaceAll('\n', '<br>')}</p>`;
    case 'link':
      return `<p style="margin:24px 0"><a href="${escapeMarkup(block.url)}" style="display:inline-block;padding:12px 20px;background:${colours.accent};border-radius:4px;color:#ffffff;text-decoration:none;font-weight:600">${escapeMarkup(block.label)}</a></p>
<p style="margin:0 0 16px;font-size:12px;color:${colours.faint};word-break:break-all">${escapeMarkup(block.url)}</p>`;
    case 'facts':
      return `<p style="margin:0 0 16px">${block.rows
        .map(
          ([name, value]) =>
            `<span style="color:${colours.faint}">${escapeMarkup(name)}:</span> ${escapeMarkup(value)}`,
        )
        .join('<br>')}</p>`;
    case 'heading':
      return `<h2 style="margin:24px 0 8px;font-size:16px;font-weight:600">${escapeMarkup(block.text)}</h2>`;
    case 'columns':
      return renderColumns(block.columns);
    case 'totals':
      return renderTotals(block.rows);
    case 'table':
      return renderTable(block.head, block.rows);
  }
}

/** A table without borders that screen readers skip. */
function layoutTable(rows: readonly string[], margin: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:${margin};font-size:14px">
${rows.map((row) => `<tr>${row}</tr>`).join('\n')}
</table>`;
}

function renderColumns(columns: Extract<MailBlock, { kind: 'columns' }>['columns']): string {
  const width = Math.floor(100 / Math.max(columns.length, 1));
  const cells = columns.map(
    ({ title, lines }) =>
      `<td width="${width}%" style="padding:0 12px 16px 0;vertical-align:top"><strong style="font-size:12px;color:${colours.faint}">${escapeMarkup(title)}</strong><br>${lines.map(escapeMarkup).join('<br>')}</td>`,
  );
  return layoutTable([cells.join('')], '0');
}

function renderTotals(rows: Extract<MailBlock, { kind: 'totals' }>['rows']): string {
  const lines = rows.map(([name, amount], i) => {
    const weight = i === rows.length - 1 ? ';font-weight:600' : '';
    const cell = (text: string, more: string): string =>
      `<td style="padding:3px 8px;text-align:end${weight}${more}">${escapeMarkup(text)}</td>`;
    return cell(name, '') + cell(amount, ';width:30%;white-space:nowrap');
  });
  return layoutTable(lines, '0 0 24px');
}

function renderCell(text: string): string {
  const [first = '', ...details] = text.split('\n').map(escapeMarkup);
  if (details.length === 0) return first;
  return `${first}<br><span style="font-size:12px;color:${colours.faint}">${details.join('<br>')}</span>`;
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (tag: 'td' | 'th', text: string, column: number): string =>
    `<${tag} style="padding:6px 8px;border-bottom:1px solid ${colours.line};text-align:${column === 0 ? 'start' : 'end'};vertical-align:top">${renderCell(text)}</${tag}>`;
  const line = (tag: 'td' | 'th', cells: readonly string[]): string =>
    `<tr>${cells.map((text, i) => cell(tag, text, i)).join('')}</tr>`;
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse;font-size:14px">
<thead>${line('th', head)}</thead>
<tbody>
${rows.map((row) => line('td', row)).join('\n')}
</tbody>
</table>`;
}
