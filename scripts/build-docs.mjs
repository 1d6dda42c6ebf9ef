// Builds the documentation site: node scripts/build-docs.mjs [folder], which is dist/docs unless told. Pages are the Markdown files of the
// repository; docs/README.md is the front page, and its table the navigation.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import MarkdownIt from 'markdown-it';
import MiniSearch from 'minisearch';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'scripts/docs-site');
/** Files of the repository that are pages besides those of docs/. */
const others = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'COMPATIBILITY.md', 'SECURITY.md'];
const PICTURE = /\.(?:png|jpe?g|svg|webp)$/;

/** Files below a folder of the repository whose names match, by their paths in it. */
function filesBelow(folder, name) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => name.test(file) && !file.includes('/node_modules/'));
}

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Path of a file's page below /docs, such as `modules/calls`; empty: the front page. */
function pageOf(file) {
  if (file === 'README.md') return 'project';
  const path = file.startsWith('docs/') ? file.slice(5) : file.toLowerCase();
  return path.replace(/\.md$/, '').replace(/(^|\/)README$/i, '');
}

const addressOf = (file) => `/docs/${pageOf(file)}`.replace(/\/$/, '') || '/docs';

/** Anchors of headings, as they are on GitHub. */
function slugger() {
  const counts = new Map();
  return (title) => {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

/** Where a link of a file leads in the site; undefined: to a file that is no page, such as a source file. */
function targetOf(file, href, pages) {
  if (/^[a-z]+:/i.test(href)) return href;
  const [path, anchor = ''] = href.split('#');
  const hash = anchor && `#${anchor}`;
  if (path === '') return hash;
  const target = posix.join(posix.dirname(file), decodeURI(path));
  const index = posix.join(target, 'README.md');
  const page = pages.has(target) ? target : pages.has(index) ? index : undefined;
  if (page) return addressOf(page) + hash;
  return PICTURE.test(target) && target.startsWith('docs/') ? `/docs/${target.slice(5)}` : undefined;
}

/** A page: its title, its HTML, and its sections for the search. */
function readPage(file, pages) {
  const markdown = new MarkdownIt({ linkify: false });
  const slug = slugger();
  // Comments are for tests.
  const text = readFileSync(join(root, file), 'utf8').replace(/^<!--.*?-->\n/gms, '');
  const tokens = markdown.parse(text, {});
  const sections = [{ anchor: '', heading: '', text: [] }];
  let title = '';
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const text = textOf(tokens[i + 1]);
      token.attrSet('id', slug(text));
      if (token.tag === 'h1' && !title) title = text;
      else sections.push({ anchor: token.attrGet('id'), heading: text, text: [] });
    } else if (token.type === 'inline') {
      relink(token, file, pages);
      sections.at(-1).text.push(textOf(token));
    } else if (token.type === 'fence' || token.type === 'code_block') sections.at(-1).text.push(token.content);
    else if (token.type === 'table_open') token.attrSet('class', 'table');
  }
  return {
    file,
    address: addressOf(file),
    title,
    html: markdown.renderer.render(tokens, markdown.options, {}),
    sections,
  };
}

const textOf = (inline) =>
  inline.children.map((one) => (one.type === 'softbreak' ? ' ' : one.type === 'image' ? '' : one.content)).join('');

/** Turns links to files into links to pages; a link to a file of the repository that is no page becomes its text. */
function relink(inline, file, pages) {
  let isOpen = true;
  for (const token of inline.children) {
    if (token.type === 'image') token.attrSet('src', targetOf(file, token.attrGet('src'), pages) ?? '');
    if (token.type === 'link_open') {
      const target = targetOf(file, token.attrGet('href'), pages);
      isOpen = target !== undefined;
      if (isOpen) token.attrSet('href', target);
      else Object.assign(token, { tag: 'span', attrs: [['class', 'file']] });
    }
    if (token.type === 'link_close' && !isOpen) token.tag = 'span';
  }
}

/** The navigation: the rows of the table of the front page. */
function navigation(front) {
  const rows = [...front.html.matchAll(/<tr>\s*<td>(.*?)<\/td>\s*<td>(.*?)<\/td>\s*<\/tr>/gs)];
  return rows
    .map(([, name, links]) => {
      const items = [...links.matchAll(/<a href="[^"]*">.*?<\/a>/g)].map(([link]) => `<li>${link}</li>`).join('');
      return `${name ? `<h2>${name}</h2>` : ''}<ul>${items}</ul>`;
    })
    .join('\n');
}

function layout({ title, html, address }, nav, assets) {
  const current = nav.replace(`href="${address}"`, `href="${address}" aria-current="page"`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} - Souk</title>
<link rel="stylesheet" href="/docs/assets/${assets.style}">
<link rel="icon" href="data:,">
<script type="module" src="/docs/assets/${assets.script}"></script>
</head>
<body data-index="/docs/assets/${assets.index}">
<a class="skip" href="#content">To the content</a>
<header><a class="home" href="/docs">Souk</a>
<div role="search"><input type="search" id="query" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<ol id="results" hidden></ol></div></header>
<div class="frame">
<nav aria-label="Pages">${current}</nav>
<main id="content">
${html}
</main>
</div>
</body>
</html>
`;
}

/** Writes a file whose name has a digest of its content; returns the name. */
function writeAsset(folder, name, content) {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const file = name.replace('.', `-${digest}.`);
  writeFileSync(join(folder, file), content);
  return file;
}

function searchIndex(pages) {
  const index = new MiniSearch({ fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading'] });
  index.addAll(
    pages.flatMap(({ address, title, sections }) =>
      sections.map(({ anchor, heading, text }) => ({
        id: anchor ? `${address}#${anchor}` : address,
        title,
        heading,
        text: text.join('\n'),
      })),
    ),
  );
  return JSON.stringify(index);
}

/** Writes the site into a folder. */
export async function buildDocs(folder) {
  const known = new Set([...others, ...filesBelow('docs', /\.md$/), ...filesBelow('examples', /\.md$/)]);
  const pages = [...known].map((file) => readPage(file, known));
  mkdirSync(resolve(folder, '..'), { recursive: true });
  // Made aside and moved into place, so that a process that starts meanwhile never finds half of it.
  const draft = mkdtempSync(`${resolve(folder)}-`);
  mkdirSync(join(draft, 'assets'));
  const bundled = await build({
    entryPoints: [join(source, 'search.js')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    write: false,
    logLevel: 'warning',
  });
  await stop();
  const assets = {
    script: writeAsset(join(draft, 'assets'), 'search.js', bundled.outputFiles[0].contents),
    style: writeAsset(join(draft, 'assets'), 'style.css', readFileSync(join(source, 'style.css'))),
    index: writeAsset(join(draft, 'assets'), 'index.json', searchIndex(pages)),
  };
  const nav = navigation(pages.find(({ file }) => file === 'docs/README.md'));
  const place = (path) => {
    mkdirSync(dirname(join(draft, path)), { recursive: true });
    return join(draft, path);
  };
  for (const page of pages) writeFileSync(place(`${pageOf(page.file) || 'index'}.html`), layout(page, nav, assets));
  for (const file of filesBelow('docs', PICTURE)) copyFileSync(join(root, file), place(file.slice(5)));
  chmodSync(draft, 0o755);
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return pages.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? join(root, 'dist/docs'));
  console.log(`${await buildDocs(folder)} pages in ${folder}`);
}
