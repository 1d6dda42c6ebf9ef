import { hash } from 'node:crypto';
import { keysOf } from '../../kernel/own-fields.ts';
import { escapeHtml } from './escape-html.ts';

/** Names of the links of the start page, in their order. */
type LinkName =
  | 'console'
  | 'documentation'
  | 'graphql'
  | 'explorer'
  | 'rest'
  | 'reference'
  | 'openapi'
  | 'schema'
  | 'health'
  | 'metrics';
/** Paths by name; absent: not served. */
export type StartLinks = Readonly<Partial<Record<LinkName, string>>>;

/** Descriptions of the links, for people. */
const meanings: Readonly<Record<LinkName, string>> = {
  console: 'the shop and its calls in a browser; souk console prints a sign-in link',
  documentation: 'guides and lists, with a search',
  graphql: 'the interface of storefronts; send queries by POST',
  explorer: 'write queries and browse the schema',
  rest: 'the interface of connectors; that of a store view is at /rest/<store>/V1',
  reference: 'every REST call with its fields, to read and try',
  openapi: 'the reference as an OpenAPI 3.1 document',
  schema: 'the reference as the interface has it (Swagger 2.0)',
  health: 'whether calls and the queue work',
  metrics: 'figures in the format of Prometheus',
};

/** Interfaces that are called by POST or with a longer path, so that a link would lead to an error. */
const notLinked: ReadonlySet<LinkName> = new Set(['graphql', 'rest']);

/** An example of a call, as a command of the shell. */
export interface FirstCall {
  readonly title: string;
  readonly command: string;
}

/** The contents of the start page. */
interface StartPage {
  readonly about: string;
  /** A sentence about the contents of the shop. */
  readonly contents: string;
  readonly links: StartLinks;
  readonly calls: readonly FirstCall[];
}

/** Shows a button beside each command that copies it. */
const script = `for (const box of document.querySelectorAll('.call')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(box.querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  box.append(button);
}`;

/** Allows the page its own script and styles, and nothing else. */
export const START_PAGE_POLICY = `default-src 'none'; script-src 'sha256-${hash('sha256', script, 'base64')}'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'`;

const styles = `:root { color-scheme: light dark; --back: #fafafa; --text: #21313f; --box: #fff; --line: #d8dee3; --link: #0b5c99; }
@media (prefers-color-scheme: dark) { :root { --back: #14191e; --text: #dfe6ec; --box: #1d242b; --line: #38434d; --link: #7cc0f5; } }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header { background: #21313f; color: #fff; padding: 2rem 1.5rem; }
header div, main { max-width: 54rem; margin: 0 auto; }
h1 { margin: 0 0 .25rem; letter-spacing: .04em; } header p { margin: 0; }
main { padding: 0 1.5rem 3rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; } h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
table { border-collapse: collapse; } th, td { padding: .3rem 1.5rem .3rem 0; text-align: left; vertical-align: top; }
th { font-weight: 600; } a { color: var(--link); }
.call { position: relative; }
pre { margin: 0; padding: .75rem 1rem; background: var(--box); border: 1px solid var(--line); border-radius: 4px; overflow-x: auto; }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
.call button { position: absolute; top: .4rem; right: .4rem; padding: .1rem .6rem; font: inherit; font-size: 13px; color: inherit;
  background: var(--box); border: 1px solid var(--line); border-radius: 4px; cursor: pointer; }
@media (max-width: 40rem) { th, td { display: block; padding: 0; } td:last-child { padding-bottom: .75rem; } }`;

/** The start page. */
export function renderStart({ about, contents, links, calls }: StartPage): string {
  const rows = keysOf(links).map((name) => {
    const path = links[name];
    const place = notLinked.has(name) ? `<code>${path}</code>` : `<a href="${path}">${path}</a>`;
    return `<tr><th scope="row">${name}</th><td>${place}</td><td>${escapeHtml(meanings[name])}</td></tr>`;
  });
  const steps = calls.map(
    ({ title, command }) =>
      `<h3>${escapeHtml(title)}</h3>\n<div class="call"><pre tabindex="0">${escapeHtml(command)}</pre></div>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Souk</title>
<link rel="icon" href="data:,">
<style>${styles}</style>
</head>
<body>
<header><div><h1>Souk</h1><p>${escapeHtml(about)}</p><p>${escapeHtml(contents)}</p></div></header>
<main>
<h2>Where to go</h2>
<table>${rows.join('\n')}</table>
<h2>First calls</h2>
<p>The first start printed the password of the admin user; a configured one is <code>SOUK_ADMIN_PASSWORD</code>.</p>
${steps.join('\n')}
</main>
<script>${script}</script>
</body>
</html>
`;
}
