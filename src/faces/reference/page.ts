import { escapeHtml } from './escape-html.ts';

/** Options of the reference page. */
interface PageOptions {
  /** Codes of the store views, the default one first. */
  readonly storeCodes: readonly string[];
  /** Store code whose routes are shown; `all` for global values. */
  readonly store: string;
  /** Which calls can be shown: synchronous ones (false), asynchronous ones (true). */
  readonly calls: readonly boolean[];
  /** Whether the asynchronous forms are shown. */
  readonly asynchronous: boolean;
}

/** The reference page at `/swagger`: the schema of a store, tried out with the caller's own key. */
export function renderPage(options: PageOptions): string {
  const { store, asynchronous } = options;
  const schemaPath = `/rest/${encodeURIComponent(store)}/${asynchronous ? 'async/' : ''}schema?services=all`;
  const choice = (value: string, label: string, chosen: boolean): string =>
    `<option value="${escapeHtml(value)}"${chosen ? ' selected' : ''}>${escapeHtml(label)}</option>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Souk: interface reference</title>
<link rel="stylesheet" href="/swagger/assets/swagger-ui.css">
<link rel="stylesheet" href="/swagger/page.css">
<link rel="icon" href="data:,">
</head>
<body data-schema="${escapeHtml(schemaPath)}">
<form class="bar" id="choice">
<strong>Souk</strong>
<label>Store <select name="store">${[...options.storeCodes, 'all'].map((code) => choice(code, code, code === store)).join('')}</select></label>
<label>Calls <select name="type">${options.calls.map((one) => (one ? choice('async', 'asynchronous', asynchronous) : choice('', 'synchronous', !asynchronous))).join('')}</select></label>
<label class="key">Token <input name="api_key" type="password" placeholder="bearer token" autocomplete="off" spellcheck="false"></label>
<button type="submit">Show</button>
<output id="state" aria-live="polite"></output>
</form>
<form class="bar sign-in" id="sign-in">
<p>Without a token, this page shows the calls that are open to everybody. Sign in as an admin user to see and try out the calls of your
role, or enter the access token of an integration above; the console makes one under <em>Access</em>.</p>
<label>User <input name="username" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button type="submit">Sign in</button>
</form>
<main id="reference"></main>
<script src="/swagger/assets/swagger-ui-bundle.js"></script>
<script src="/swagger/page.js"></script>
</body>
</html>
`;
}

/** Styles of the bar above the reference. */
export const pageStyles = `body { margin: 0; background: #fafafa; }
.bar { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; padding: .75rem 1.25rem; background: #21313f; color: #fff;
  font: 14px/1.4 system-ui, sans-serif; position: sticky; top: 0; z-index: 5; }
.bar strong { font-size: 18px; letter-spacing: .04em; }
.bar select, .bar input, .bar button { font: inherit; padding: .3rem .5rem; border: 0; border-radius: 4px; }
.bar .key { flex: 1; display: flex; gap: .5rem; align-items: center; }
.bar .key input { flex: 1; min-width: 12rem; }
/* The key in the bar is the one that counts. */
.swagger-ui .auth-wrapper { display: none; }
.bar button { background: #f0a63a; cursor: pointer; }
.sign-in { position: static; background: #33475a; }
.sign-in p { flex: 1 1 24rem; margin: 0; }
`;

/**
 * Behaviour of the page: the key is sent with the schema request and with every call that is tried out, and is stored nowhere. Without
 * a key, the session of the console signs the requests.
 */
export const pageScript = `'use strict';
const form = document.getElementById('choice');
const state = document.getElementById('state');
const schema = document.body.dataset.schema;
const ofSession = { 'X-Souk-Console': '1' };
const ask = window.fetch.bind(window);
async function isSignedIn() {
  const answer = await ask('/_/console/session', { headers: ofSession }).catch(() => undefined);
  return answer !== undefined && answer.ok && (await answer.json()) === true;
}
async function show() {
  const key = form.elements.api_key.value.trim();
  state.textContent = 'loading';
  const signed = !key && (await isSignedIn());
  const authorize = (request) => {
    Object.assign(request.headers, key ? { Authorization: 'Bearer ' + key } : signed ? ofSession : {});
    return request;
  };
  window.ui = SwaggerUIBundle({
    url: schema,
    dom_id: '#reference',
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    filter: true,
    validatorUrl: null,
    requestInterceptor: authorize,
    // Source: the specification. Calls are tried out by a known caller only.
    ...(!key && !signed && { supportedSubmitMethods: [] }),
    onComplete: () => { state.textContent = key ? 'calls open to this key' : 'calls open to ' + (signed ? 'you' : 'everybody'); },
  });
}
const signIn = document.getElementById('sign-in');
signIn.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { username, password } = signIn.elements;
  state.textContent = 'signing in';
  const response = await fetch('/rest/V1/integration/admin/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: username.value, password: password.value }),
  }).catch(() => undefined);
  const body = await response?.json().catch(() => undefined);
  if (!response?.ok) {
    state.textContent = body?.message ?? 'The server does not respond.';
    return;
  }
  password.value = '';
  form.elements.api_key.value = body;
  show();
});
form.addEventListener('submit', (event) => { event.preventDefault(); show(); });
for (const name of ['store', 'type']) {
  form.elements[name].addEventListener('change', () => {
    const query = new URLSearchParams({ store: form.elements.store.value });
    if (form.elements.type.value) query.set('type', form.elements.type.value);
    location.search = query.toString();
  });
}
show();
`;
