/** A heading with a text. */
export function heading(text) {
  const element = document.createElement('h2');
  element.textContent = text;
  return element;
}
