/** Maximum length of an address, in characters. */
const LONGEST = 255;

/** Parts of letters, digits and the other characters of an address, joined by single dots. */
const localPart = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]{1,64}(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]{1,64})*$/u;

/** Two labels or more, the last of which is no number. */
const host =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?=[\p{L}\p{N}-]*\p{L})[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u;

/** Whether a text is a deliverable e-mail address: `local@host.tld`, without comments, quotes or blanks. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at <= 0 || text.length > LONGEST) return false;
  const local = text.slice(0, at);
  return local.length <= 64 && localPart.test(local) && host.test(text.slice(at + 1));
}
