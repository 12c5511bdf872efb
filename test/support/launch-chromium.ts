// Finds and starts the machine's own Chromium, driven by playwright-core.
import { type Browser, chromium } from 'playwright-core';
import { isExecutable, isRoot, onPath } from './debian-install.ts';
import { PATIENCE_MS } from './scale.ts';

/**
 * The headless shell is smaller than a full browser and runs our tests about 17% faster. A full browser in headless
 * mode once rendered no frame for a minute.
 */
export const headlessShell = 'chromium-headless-shell';
const knownPaths = [
  `/usr/bin/${headlessShell}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const commandNames = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export const chosenPath = () => process.env['CHROMIUM_PATH'] || undefined;

export function findChromium(): string | undefined {
  const chosen = chosenPath();
  const candidates = chosen === undefined ? [...knownPaths, ...commandNames.flatMap(onPath)] : [chosen];
  return candidates.find(isExecutable);
}

export function whyNoChromium(): string {
  const chosen = chosenPath();
  if (chosen !== undefined) return `CHROMIUM_PATH is ${chosen}, which is not an executable program`;
  return 'no Chromium found; apt-get install chromium-headless-shell (Debian), brew install --cask chromium (macOS), or set CHROMIUM_PATH';
}

export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`Browser tests need a browser: ${whyNoChromium()}.`);
  const args = [...quietFlags, ...(isRoot() ? ['--no-sandbox'] : [])];
  return chromium.launch({ executablePath, args, timeout: 2 * PATIENCE_MS });
}

const quietFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages must work without other hosts; tests record each attempt.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];
