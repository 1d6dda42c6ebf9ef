/** An amount with its currency as people of a locale (`en_US`) write it; with the code alone for a currency that is none. */
export function formatMoney(value: number, currency: string, locale: string): string {
  try {
    return new Intl.NumberFormat(locale.replace('_', '-'), { style: 'currency', currency }).format(value);
  } catch {
    return `${value.toFixed(2)} ${currency}`.trim();
  }
}
