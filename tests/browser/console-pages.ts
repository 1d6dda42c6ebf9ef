import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ok } from '../support/client.ts';
import { startSouk, unique, type Souk } from '../support/souk.ts';
import { launchBrowser, openPage } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Where pictures of the pages go, for docs/console.md; not kept unless it is set. */
const pictures = process.env.SOUK_PICTURES;

/** What a page asks beside who is signed in. */
export const asked = /_\/console\/(?!me)|\/rest\/all\//;

/** A server and a browser that opens its console. */
export interface ConsolePages {
  readonly souk: Souk;
  /** What scripts and policies complained of, on any page. */
  readonly problems: string[];
  /** Addresses of other servers that a page asked for. */
  readonly foreign: string[];
  /** Opens a page as a caller, in the place of the one before; undefined: as somebody who has not signed in. */
  open(path: string, token: string | undefined, width?: number): Promise<Page>;
  /** Signs the browser of a page in as a caller. */
  enter(page: Page, token: string): Promise<void>;
  /** Violations of accessibility on a page, in words. */
  violations(page: Page): Promise<string[]>;
  /** Checks a page in light, in the dark and on a phone, and takes its picture. */
  show(page: Page, name: string): Promise<void>;
  /** The token of an integration that is granted permissions. */
  integration(...resources: string[]): Promise<string>;
  /** Checks that each of some pages says that nothing is there. */
  areEmpty(places: readonly (readonly [place: string, says: string])[]): Promise<void>;
  /** Checks that each of some pages says that it is not allowed, and what the server said when it failed. */
  refuse(places: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both; the server by `start`. */
export async function startConsole(
  env: Record<string, string> = {},
  start: (options: { env: Record<string, string> }) => Promise<Souk> = startSouk,
): Promise<ConsolePages> {
  const [souk, browser] = await Promise.all([start({ env }), launchBrowser()]);
  if (pictures) mkdirSync(join(pictures, 'others'), { recursive: true });
  const problems: string[] = [];
  const foreign: string[] = [];
  let context: BrowserContext | undefined;
  let isFailing = false;
  const open: ConsolePages['open'] = async (path, token, width = 1200) => {
    // A page that nobody looks at any more would go on asking.
    await context?.close();
    const page = await openPage(browser, {
      viewport: { width, height: 800 },
      colorScheme: 'light',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context = page.context();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // A refused call is what some of these tests are about, and a failing one.
      const expected = isFailing ? /status of [45]/ : /status of 4/;
      if (message.type() === 'error' && !expected.test(message.text())) problems.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(data|blob|about):/.test(request.url()) && !request.url().startsWith(souk.base))
        foreign.push(request.url());
    });
    if (token !== undefined) await enter(page, token);
    await page.goto(`${souk.base}${path}`);
    return page;
  };
  const enter: ConsolePages['enter'] = async (page, token) => {
    const name = `souk-console-${new URL(souk.base).port}`;
    await page.context().addCookies([{ name, value: token, url: souk.base, httpOnly: true, sameSite: 'Strict' }]);
  };
  const violations: ConsolePages['violations'] = async (page) => {
    // The policy of the page keeps scripts out; this one is the test's.
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const { axe: check } = globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      // What is in a frame without scripts cannot be looked into.
      return (await check.run({ iframes: false })).violations;
    });
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  };
  const show: ConsolePages['show'] = async (page, name) => {
    const picture = async (path: string): Promise<void> => {
      if (pictures) await page.screenshot({ path: join(pictures, path) });
    };
    expect(await violations(page)).toEqual([]);
    await picture(`${name}.png`);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page)).toEqual([]);
    await picture(`others/${name}-dark.png`);
    await page.emulateMedia({ colorScheme: 'light' });
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 380, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await picture(`others/${name}-phone.png`);
    await page.setViewportSize(size);
  };
  const integration: ConsolePages['integration'] = async (...resources) => {
    const sent = { name: unique(`console ${resources.join()}`), resources };
    return ok(await souk.admin.raw('POST', '/_/console/integrations', sent)).access_token;
  };
  const areEmpty: ConsolePages['areEmpty'] = async (places) => {
    const page = await open('/console', souk.admin.token);
    for (const [place, says] of places) {
      await page.goto(`${souk.base}/console/${place}`);
      await page.getByText(says).waitFor();
      expect(await violations(page)).toEqual([]);
    }
  };
  const refuse: ConsolePages['refuse'] = async (places) => {
    const refused = await open('/console', await integration('Magento_Cms::page'));
    for (const place of places) {
      await refused.goto(`${souk.base}/console/${place}`);
      await refused.getByText('Not allowed').first().waitFor();
      expect(await violations(refused)).toEqual([]);
    }
    isFailing = true;
    const page = await open('/console', undefined);
    await enter(page, souk.admin.token!);
    for (const place of places) {
      await page.route(asked, (route) => route.fulfill({ status: 500, body: '{"message":"Out of order"}' }));
      await page.goto(`${souk.base}/console/${place}`);
      await page.getByText('Out of order').first().waitFor();
      await page.unroute(asked);
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await page.getByText('Out of order').waitFor({ state: 'detached' });
    }
    isFailing = false;
  };
  return {
    souk,
    problems,
    foreign,
    open,
    enter,
    violations,
    show,
    integration,
    areEmpty,
    refuse,
    stop: async () => {
      await browser.close();
      await souk.stop();
    },
  };
}
