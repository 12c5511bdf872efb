// The browser for browser tests: the machine's own Chromium, driven by playwright-core.
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { canInstall, installFromDebian, isCi, isExecutable, isRoot, note, onPath } from './debian-install.ts';

const knownPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const commandNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const chosenPath = () => process.env['CHROMIUM_PATH'] || undefined;

function findChromium(): string | undefined {
  const chosen = chosenPath();
  const candidates = chosen === undefined ? [...knownPaths, ...commandNames.flatMap(onPath)] : [chosen];
  return candidates.find(isExecutable);
}

function whyNone(): string {
  const chosen = chosenPath();
  if (chosen !== undefined) return `CHROMIUM_PATH is ${chosen}, which is no program to run`;
  return 'no Chromium found; apt-get install chromium (Debian), brew install --cask chromium (macOS), or set CHROMIUM_PATH';
}

// Called once per run, before any test file. In CI as root it installs Debian's Chromium; elsewhere it only says
// why browser tests will be skipped.
export function prepareChromium(): void {
  if (findChromium() !== undefined) return;
  if (!isCi()) note(`Browser tests are skipped: ${whyNone()}.`);
  else if (canInstall() && chosenPath() === undefined) {
    installFromDebian({
      name: 'Chromium',
      check: 'command -v chromium >/dev/null',
      install: 'apt-get install -y -qq --no-install-recommends chromium',
    });
  }
}

export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`Browser tests need a browser: ${whyNone()}.`);
  return chromium.launch({ executablePath, args: [...quietFlags, ...(isRoot() ? ['--no-sandbox'] : [])] });
}

const quietFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// A describe block with one browser for its tests. Without a browser it is skipped, but in CI it fails.
export function describeInBrowser(title: string, define: (browser: () => Browser) => void): void {
  let launched: Browser | undefined;
  const isHere = findChromium() !== undefined;
  describe.skipIf(!isHere && !isCi())(title, () => {
    beforeAll(async () => {
      launched = await launchChromium();
    });
    afterAll(async () => launched?.close());
    define(() => {
      if (launched === undefined)
        throw new Error('The browser starts in beforeAll: ask for it inside a test.');
      return launched;
    });
  });
}
