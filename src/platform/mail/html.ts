import { escapeMarkup } from '../../kernel/markup.ts';
import type { MailBlock, MailStore } from './template.ts';

const colours = { ink: '#1f2933', faint: '#616e7c', line: '#e4e7eb', page: '#f5f7fa', accent: '#0b69a3' };
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The parts of an email as HTML: tables and inline styles, for the support of email programs. */
export function renderHtml(subject: string, blocks: readonly MailBlock[], store: MailStore): string {
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
<a href="${escapeMarkup(store.url)}" style="color:${colours.ink};text-decoration:none">${escapeMarkup(store.name)}</a>
</td></tr>
<tr><td style="padding:24px 32px;${font};font-size:15px;line-height:1.5;color:${colours.ink}">
${body}
</td></tr>
</table>
<p style="${font};font-size:12px;color:${colours.faint}">${escapeMarkup(store.name)} &middot; <a href="${escapeMarkup(store.url)}" style="color:${colours.faint}">${escapeMarkup(store.url)}</a></p>
</td></tr>
</table>
</body>
</html>
`;
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
    case 'table':
      return renderTable(block.head, block.rows);
  }
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (tag: 'td' | 'th', text: string, column: number): string =>
    `<${tag} style="padding:6px 8px;border-bottom:1px solid ${colours.line};text-align:${column === 0 ? 'start' : 'end'}">${escapeMarkup(text)}</${tag}>`;
  const line = (tag: 'td' | 'th', cells: readonly string[]): string =>
    `<tr>${cells.map((text, i) => cell(tag, text, i)).join('')}</tr>`;
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse;font-size:14px">
<thead>${line('th', head)}</thead>
<tbody>
${rows.map((row) => line('td', row)).join('\n')}
</tbody>
</table>`;
}
