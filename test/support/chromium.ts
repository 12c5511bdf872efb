// Chromium for browser tests: the machine's own, driven by playwright-core.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { canInstall, installFromDebian, isCi, isExecutable, note, onPath } from './debian-install.ts';
import { chosenPath, findChromium, headlessShell, launchChromium, whyNoChromium } from './launch-chromium.ts';

// Called once per run, before any test file. In CI as root, installs Debian's headless shell, or Chromium if there is
// no such package and no browser. Elsewhere it only prints why browser tests will be skipped.
export function prepareChromium(): void {
  if (!isCi()) {
    if (findChromium() === undefined) note(`Browser tests are skipped: ${whyNoChromium()}.`);
  } else if (canInstall() && chosenPath() === undefined && !onPath(headlessShell).some(isExecutable)) {
    const install = 'apt-get install -y -qq --no-install-recommends';
    const otherwise = findChromium() === undefined ? `${install} chromium` : 'true';
    installFromDebian({
      name: 'Chromium',
      check: `command -v ${headlessShell} >/dev/null`,
      install: `{ ${install} ${headlessShell} || ${otherwise}; }`,
    });
  }
}

// One browser per worker: its test files run one after another and share modules. Playwright ends the browser with the
// worker process.
let shared: Promise<Browser> | undefined;

// A describe block with a browser for its tests. Without a browser it is skipped; in CI it fails.
export function describeInBrowser(title: string, define: (browser: () => Browser) => void): void {
  let launched: Browser | undefined;
  const isHere = findChromium() !== undefined;
  describe.skipIf(!isHere && !isCi())(title, () => {
    beforeAll(async () => {
      shared ??= launchChromium();
      launched = await shared;
      if (!launched.isConnected()) {
        // A crash of the browser fails one file, not all that follow.
        shared = launchChromium();
        launched = await shared;
      }
    });
    afterAll(async () => {
      // A failed test leaves its pages open.
      for (const context of launched?.contexts() ?? []) await context.close();
    });
    define(() => {
      if (launched === undefined)
        throw new Error('The browser starts in beforeAll: request it inside a test.');
      return launched;
    });
  });
}
