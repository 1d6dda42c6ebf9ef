const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML shows it, in an element or in an attribute. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign]!);
}
