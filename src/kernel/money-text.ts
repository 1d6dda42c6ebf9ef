/** An amount with its currency in the format of a locale (`en_US`); with the plain code for an unknown currency. */
export function formatMoney(value: number, currency: string, locale: string): string {
  try {
    return formatOf(currency, locale.replace('_', '-')).format(value);
  } catch {
    return `${value.toFixed(2)} ${currency}`.trim();
  }
}

const formats = new Map<string, Intl.NumberFormat>();
const MOST_FORMATS = 500;

/** Creating a format takes a hundred times as long as using it. */
function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(key, (format = new Intl.NumberFormat(locale, { style: 'currency', currency })));
  }
  return format;
}
