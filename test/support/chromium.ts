// The browser for browser tests: the machine's own Chromium, driven by playwright-core.
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';

const INSTALL_LIMIT_MS = 10 * 60_000;
const knownPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const commandNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isCi = () => process.env['CI'] === 'true';
const isRoot = () => process.getuid?.() === 0;

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

function onPath(command: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, command));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// Called once per run, before any test file. In CI as root it installs Debian's Chromium; elsewhere it only says
// why browser tests will be skipped.
export function prepareChromium(): void {
  if (findChromium() !== undefined) return;
  if (!isCi()) note(`Browser tests are skipped: ${whyNone()}.`);
  else if (canInstall()) installChromium();
}

function canInstall(): boolean {
  return isRoot() && chosenPath() === undefined && onPath('apt-get').some(isExecutable);
}

// flock makes a second run on the same machine wait, and then find the browser installed.
function installChromium(): void {
  note('Installing Chromium for the browser tests (apt-get, a minute or two) …');
  const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium';
  const script = `command -v chromium >/dev/null || { ${install}; }`;
  try {
    execFileSync('flock', [join(tmpdir(), 'waybill-chromium.lock'), 'sh', '-c', script], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: INSTALL_LIMIT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    note('Chromium is installed.');
  } catch (error) {
    note(`Chromium could not be installed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
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
