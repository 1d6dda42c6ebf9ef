import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** A machine without a browser cannot show a page; .ci/run installs one. */
export const hasBrowser = executablePath !== undefined;

/** Starts a browser that asks nobody for anything by itself. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
