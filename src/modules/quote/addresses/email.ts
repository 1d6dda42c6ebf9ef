/** Whether a text has the form of an e-mail address. */
export function isEmail(text: string): boolean {
  return /^[^\s@"(),:;<>[\]]+@[^\s@"(),:;<>[\]]+\.[^\s@"(),:;<>[\]]+$/.test(text);
}
