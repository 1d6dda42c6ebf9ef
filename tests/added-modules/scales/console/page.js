import { heading } from './parts/heading.js';

/** Shows the names of scales. Leaving the page stops it. */
export async function mount(element, { call, signal }) {
  element.append(heading('Names of scales'));
  const list = document.createElement('ul');
  list.className = 'acme-scale-names';
  element.append(list);
  const show = async () => {
    const scales = await call('GET /V1/acme/scales', {}, { signal });
    list.replaceChildren(
      ...scales.map(({ name }) => {
        const item = document.createElement('li');
        item.textContent = name;
        return item;
      }),
    );
  };
  await show();
  return () => sessionStorage.setItem('acme-scales-ended', String(signal.aborted));
}
