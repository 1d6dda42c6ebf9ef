import { join } from 'node:path';
import type { Browser, Locator, Page, Response } from 'playwright-core';
import { until } from '../../support/souk.ts';

/** A buyer with a browser in the storefront. */
export interface Shopper {
  readonly page: Page;
  /** Errors that the buyer's input did not cause: of scripts, of the server, and queries that the schema refuses. */
  problems(): string[];
  /** Opens a page of the shop, and waits until its data have arrived. */
  open(path: string): Promise<void>;
  /** Elements by the name that the storefront's own tests use. */
  find(name: string): Locator;
  /** Waits for a text on the page. */
  reads(text: string | RegExp): Promise<void>;
  /** Fills the fields of a form, by the names of the fields. */
  fill(form: Locator, values: Readonly<Record<string, string>>): Promise<void>;
  /** Presses a button until the storefront asks the server. */
  press(button: Locator): Promise<void>;
  /** Waits until no response is outstanding. */
  settles(): Promise<void>;
  /** Writes a picture of the page into the folder `SOUK_TEST_PICTURES`, if there is one. */
  draw(name: string): Promise<void>;
}

/** Opens a browser profile of its own in the storefront at `base`. */
export async function newShopper(browser: Browser, base: string): Promise<Shopper> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, serviceWorkers: 'block' });
  // Fonts, maps and payments of other hosts are not part of the journey.
  await context.route(
    (url) => url.origin !== base && url.hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  const page = await context.newPage();
  const scriptErrors: string[] = [];
  const failures: string[] = [];
  const refusals = new Set<string>();
  page.on('pageerror', ({ message }) => scriptErrors.push(message));
  page.on('response', (response) => void noteErrors(response, failures, refusals));
  const settles = () => page.waitForLoadState('networkidle');
  return {
    page,
    // Some scripts of the storefront do not catch the error of a refused input.
    problems: () => [...failures, ...scriptErrors.filter((message) => !refusals.has(message))],
    async open(path) {
      await page.goto(base + path);
      await settles();
    },
    find: (name) => page.locator(`[data-cy="${name}"]`),
    reads: (text) => page.getByText(text).first().waitFor(),
    async fill(form, values) {
      for (const [name, value] of Object.entries(values)) {
        const field = form.locator(`[name="${name}"]`);
        if ((await field.evaluate((element) => element.nodeName)) === 'SELECT') await field.selectOption(value);
        else await field.fill(value);
      }
    },
    async press(button) {
      await until(async () => {
        const request = page.waitForRequest(isQuery, { timeout: 2000 }).then(
          () => true,
          () => false,
        );
        await button.click({ timeout: 5000 }).catch(() => undefined);
        return request;
      });
      await settles();
    },
    settles,
    async draw(name) {
      const folder = process.env.SOUK_TEST_PICTURES;
      if (!folder) return;
      await settles();
      await page.waitForFunction(isDrawn);
      await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 70 });
    },
  };
}

/** In the page: every picture that can be seen is loaded, and nothing moves. */
const isDrawn = `[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)
  && document.getAnimations().every(({ playState }) => playState !== 'running')`;

const isQuery = (request: { url(): string }): boolean => new URL(request.url()).pathname === '/graphql';

async function noteErrors(response: Response, failures: string[], refusals: Set<string>): Promise<void> {
  if (response.status() >= 500) failures.push(`${response.status()} ${response.url()}`);
  if (!isQuery(response) || response.request().method() === 'OPTIONS') return;
  // The page may be gone before it has read the body.
  const body: Reply = await response.json().catch(() => ({}));
  for (const { message, extensions } of body.errors ?? []) {
    if (/^(Cannot query|Unknown|Variable "|Max query|Field ")/.test(message) || !extensions?.category) {
      failures.push(message);
    } else {
      refusals.add(message);
    }
  }
}

interface Reply {
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly category?: string } }[];
}
