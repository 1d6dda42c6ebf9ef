/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template. */
export type Insertion = Html | string | number | boolean | null | undefined | readonly Insertion[];

/** HTML with inserted values: lists are joined, `undefined`, null and false insert nothing, all text is escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Insertion[]): Html {
  return new Html(parts.map((part, i) => part + insertion(values[i])).join(''));
}

function insertion(value: Insertion): string {
  if (value instanceof Html) return value.text;
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'object') return value.map(insertion).join('');
  return String(value).replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
