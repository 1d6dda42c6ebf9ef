/** Fails after it is shown. */
export function mount(element) {
  const button = document.createElement('button');
  button.textContent = 'Weigh';
  button.addEventListener('click', () => {
    throw new Error('too heavy');
  });
  element.append(button);
}
