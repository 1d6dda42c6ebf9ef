import MiniSearch from 'minisearch';

/** Results that are listed. */
const MOST = 12;
const input = document.getElementById('query');
const list = document.getElementById('results');
let loading;

/** Loads the index with the first search. */
function loadIndex() {
  loading ??= fetch(document.body.dataset.index)
    .then((response) => response.text())
    .then((text) =>
      MiniSearch.loadJSON(text, { fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading'] }),
    );
  return loading;
}

async function search() {
  const query = input.value.trim();
  if (!query) return show([]);
  const index = await loadIndex();
  if (input.value.trim() !== query) return;
  const found = index.search(query, { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { title: 4, heading: 3 } });
  show(found.slice(0, MOST), found.length === 0);
}

function show(results, isEmpty = false) {
  list.hidden = results.length === 0 && !isEmpty;
  list.replaceChildren(...(isEmpty ? [entry(document.createTextNode('No results.'))] : results.map(linkTo)));
}

function linkTo({ id, title, heading }) {
  const link = document.createElement('a');
  link.href = id;
  link.textContent = heading ? `${title} › ${heading}` : title;
  return entry(link);
}

function entry(content) {
  const item = document.createElement('li');
  item.append(content);
  return item;
}

input.addEventListener('input', () => void search());
input.addEventListener('focus', () => void loadIndex(), { once: true });
input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    input.value = '';
    show([]);
  }
  if (event.key === 'Enter') list.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  }
});
