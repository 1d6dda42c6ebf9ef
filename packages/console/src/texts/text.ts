/**
 * The translated texts of a language by their English text. A text that counts has forms by plural category, and is found by its
 * English plural.
 */
export type Texts = Readonly<Record<string, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>;

/** Values of the placeholders of a text, by name. */
type Values = Readonly<Record<string, string | number | null | undefined>>;

let texts: Texts = {};
let plurals = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');

/** Sets the texts and the locale of `t`, `tn` and `named`. Called before any other module of the console is loaded. */
export function setTexts(translated: Texts, locale: string): void {
  texts = translated;
  plurals = new Intl.PluralRules(locale);
  numbers = new Intl.NumberFormat(locale);
}

/**
 * The text in the chosen language, with values in place of `{name}`. The English text is the key; a note in brackets at its end
 * (`Order [sorting]`) distinguishes equal texts, and is not shown.
 */
export function t(text: string, values?: Values): string {
  return filled(translated(text), values);
}

/** A text that counts, in the plural form of `count`; `{count}` is the number in the format of the locale. */
export function tn(count: number, one: string, other: string, values?: Values): string {
  const forms = texts[other];
  const english = count === 1 ? one : other;
  const text = typeof forms === 'object' ? (forms[plurals.select(count)] ?? forms.other) : forms;
  return filled(text ?? english, { ...values, count: numbers.format(count) });
}

/** A name that is made of a code, such as the label of a field: translated where there is a text, else as it is. */
export function named(name: string): string {
  return translated(name);
}

/** The parts of a translated text around its placeholders: texts, and the names of placeholders. */
export function textParts(text: string): readonly { readonly text?: string; readonly name?: string }[] {
  return translated(text)
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? { name: part.slice(1, -1) } : { text: part }));
}

function translated(text: string): string {
  const found = texts[text];
  return typeof found === 'string' ? found : text.replace(/ \[[^\]]+\]$/, '');
}

function filled(text: string, values: Values | undefined): string {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name] ?? '') : whole));
}
