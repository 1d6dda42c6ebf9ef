/** Whether a text has the form of an e-mail address. */
export function isEmail(text: string): boolean {
  const [name, domain, ...more] = text.split('@', 3);
  if (!name || !domain || more.length > 0 || /[\s"(),:;<>[\]]/.test(text)) return false;
  const dot = domain.indexOf('.', 1);
  return dot > 0 && dot < domain.length - 1;
}
