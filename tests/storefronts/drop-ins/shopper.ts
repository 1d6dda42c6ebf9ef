import { join } from 'node:path';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { until, type Answer } from '../../support/souk.ts';

type Data = Answer['body'];

/** A buyer with a browser in the shop. */
export interface Shopper {
  readonly page: Page;
  /** What went wrong in the page without anybody asking for it. */
  readonly problems: string[];
  /** Opens a page of the shop, and waits until it has been drawn. */
  open(path: string): Promise<void>;
  /** Calls a function of a component: `call('cart', 'getCartData')`. It rejects as the function does. */
  call(component: string, name: string, ...args: readonly unknown[]): Promise<Data>;
  /** The last payload of an event of the components. */
  last(event: string): Promise<Data>;
  /** Waits until the last payload of an event satisfies `test`; the payload. */
  sees(event: string, test: (payload: Data) => boolean): Promise<Data>;
  /** The text of the page's main part. */
  text(): Promise<string>;
  /** Waits for a text in the page's main part. */
  reads(text: string | RegExp): Promise<void>;
  /** An element of the page's main part. */
  find(selector: string): Locator;
  /** Presses a button until the page asks the server: fields tell their form what was typed a moment later. */
  press(button: Locator): Promise<void>;
  /** The units that the header counts in the cart. */
  count(): Promise<number>;
  /** Draws the page into a file of the folder `SOUK_TEST_PICTURES`, if there is one. */
  draw(name: string): Promise<void>;
}

/** Opens a browser profile of its own in the storefront at `base`. */
export async function newShopper(browser: Browser, base: string): Promise<Shopper> {
  const context = await browser.newContext({ viewport: { width: 800, height: 900 } });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('response', (response) => void noteFailure(response, problems));
  const evaluate = (code: string): Promise<Data> => page.evaluate(`(async () => ${code})()`);
  const last = (event: string): Promise<Data> => evaluate(`shop.events.lastPayload(${JSON.stringify(event)})`);
  // While a page gives way to the next, there is nothing to ask.
  const lastIfAny = (event: string): Promise<Data> => last(event).catch(() => undefined);
  const shopper: Shopper = {
    page,
    problems,
    async open(path) {
      // A page that the component itself leaves, after a sign-in for example, interrupts the visit of another.
      await until(() =>
        page.goto(base + path).catch((error: Error) => {
          if (!error.message.includes('interrupted by another navigation')) throw error;
          return false;
        }),
      );
      await page.waitForFunction('document.documentElement.dataset.ready');
    },
    call: (component, name, ...args) =>
      evaluate(`(await shop.api(${JSON.stringify(component)}))[${JSON.stringify(name)}](...${JSON.stringify(args)})`),
    last,
    sees: (event, test) =>
      until(async () => {
        const payload = await lastIfAny(event);
        return payload !== undefined && test(payload) ? payload : undefined;
      }),
    text: () => page.locator('main').innerText(),
    reads: (text) => page.locator('main').getByText(text).first().waitFor(),
    find: (selector) => page.locator('main').locator(selector),
    async press(button) {
      const isQuery = (request: Request): boolean => request.url().endsWith('/graphql') && request.method() === 'POST';
      await until(() => {
        const sent = page.waitForRequest(isQuery, { timeout: 2000 }).then(
          () => true,
          () => false,
        );
        return button.click({ timeout: 1000 }).then(
          () => sent,
          () => sent,
        );
      });
    },
    count: async () => Number(await page.locator('#cart-count').innerText()),
    async draw(name) {
      const folder = process.env.SOUK_TEST_PICTURES;
      if (folder) await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 80 });
    },
  };
  return shopper;
}

/** A query that the schema refuses, or a failure of the server, is a problem; a refusal of the buyer's input is not. */
async function noteFailure(response: Awaited<ReturnType<Page['waitForResponse']>>, problems: string[]): Promise<void> {
  if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
  if (!response.url().includes('graphql') || response.request().method() === 'OPTIONS') return;
  // The page may be gone before it has read the body.
  const body: Data = await response.json().catch(() => ({}));
  for (const { message, extensions } of body.errors ?? []) {
    if (/^(Cannot query|Unknown|Variable "|Max query|Field ")/.test(message) || !extensions?.category) {
      problems.push(message);
    }
  }
}
