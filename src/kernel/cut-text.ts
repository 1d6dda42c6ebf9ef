/** The texts before and after the first separator in a text; the second is undefined where the separator is missing. */
export function cut(text: string, separator: string): readonly [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}
