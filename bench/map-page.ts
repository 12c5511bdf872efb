// `npm run bench -- map-page --file region.osm.pbf`: imports an extract, opens the tracking page of a booking there in
// Chromium, and measures the time from the navigation until the map is painted with all tiles of the view, and the size of the
// scripts that the page loads because it has a map. Exits with 1 unless the floors are met. Needs a build (`npm run build`).
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Response } from 'playwright-core';
import { readAddressMap } from '../src/integrations/osm/read-address-map.ts';
import { launchChromium } from '../test/support/launch-chromium.ts';
import { type BenchEnvironment, openBenchEnvironment } from './support/bench-environment.ts';
import { type Measure, printMeasures } from './support/measures.ts';
import { percentile } from './support/statistics.ts';

const ROUNDS = 9;
const TIMEOUT_MS = 20_000;

const screens: Readonly<Record<string, BrowserContextOptions>> = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};

/**
 * Runs before the scripts of the page. All tiles of a view are requested by the first drawing of the map; the drawing after the
 * last of them has arrived is the full map. Each drawing sets the scale of the canvas once.
 */
const observer = `(() => {
  let [open, loaded] = [0, 0];
  const isTile = (input) => String(input?.url ?? input).includes('/maps/');
  const load = window.fetch;
  window.fetch = async (...args) => {
    if (!isTile(args[0])) return load(...args);
    open += 1;
    const response = await load(...args);
    const read = response.arrayBuffer.bind(response);
    response.arrayBuffer = async () => {
      const bytes = await read();
      open -= 1;
      loaded += 1;
      return bytes;
    };
    if (response.status !== 200) open -= 1;
    return response;
  };
  const { setTransform } = CanvasRenderingContext2D.prototype;
  window.fullMap = new Promise((resolve) => {
    CanvasRenderingContext2D.prototype.setTransform = function (...args) {
      // After the frame.
      if (open === 0 && loaded > 0) setTimeout(() => resolve({ ms: performance.now(), tiles: loaded }));
      return setTransform.apply(this, args);
    };
  });
})()`;

export async function measureMapPage(path: string): Promise<boolean> {
  const environment = await openBenchEnvironment({ small: true, works: false });
  try {
    importRegion(path, environment);
    const url = await bookedTrip(path, environment);
    const browser = await launchChromium();
    try {
      const measures: Measure[] = [];
      let scripts: ReadonlyMap<string, number> = new Map();
      for (const [name, options] of Object.entries(screens)) {
        // The first round fills the caches of the server.
        const rounds = [];
        for (let round = 0; round <= ROUNDS; round += 1) rounds.push(await openPage(browser, url, options));
        const seconds = rounds.slice(1).map(({ ms }) => ms / 1_000);
        scripts = rounds[0]?.scripts ?? scripts;
        measures.push(
          {
            name: `first full map, ${name}, p50 of ${ROUNDS}`,
            value: percentile(seconds, 0.5),
            unit: 's',
            floor: 1,
            aim: 0.5,
            isCost: true,
          },
          { name: `first full map, ${name}, slowest`, value: Math.max(...seconds), unit: 's' },
          { name: `tiles, ${name}`, value: rounds[0]?.tiles ?? 0, unit: '' },
        );
      }
      const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0);
      measures.push({
        name: 'script of the map, compressed',
        value: bytes / 1_000,
        unit: 'KB',
        floor: 15,
        aim: 6,
        isCost: true,
      });
      const isMet = printMeasures(`${basename(path)}: the map of the tracking page`, measures);
      for (const [name, size] of scripts) console.log(`${name}: ${(size / 1_000).toFixed(2)} KB`);
      return isMet;
    } finally {
      await browser.close();
    }
  } finally {
    await environment.close();
  }
}

function importRegion(path: string, { dataDir }: BenchEnvironment): void {
  const command = fileURLToPath(new URL('../bin/waybill.js', import.meta.url));
  execFileSync(process.execPath, [command, 'maps', 'import', path, '--name', 'bench'], {
    env: { ...process.env, DATA_DIR: dataDir, ENVIRONMENT: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** URL of the tracking page of a booking between two streets in the middle of the region. */
async function bookedTrip(path: string, { baseUrl, partner }: BenchEnvironment): Promise<string> {
  const { streets, bounds } = await readAddressMap(path);
  const [x, y] = [(bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2];
  const inMiddle = streets
    .map(({ longitude, latitude }) => [longitude, latitude] as const)
    .toSorted((one, other) => Math.hypot(one[0] - x, one[1] - y) - Math.hypot(other[0] - x, other[1] - y));
  // Some blocks from one another.
  const stops = [inMiddle[0], inMiddle[Math.min(60, inMiddle.length - 1)]].map((location) => ({ location }));
  const order = {
    stops,
    product: 'van',
    arrival_window_from: new Date(Date.now() + 2 * 86_400_000).toISOString(),
  };
  const booking = JSON.parse(await partner.post('/bookings', order, 201));
  const tracking = new URL(booking.share_url);
  return baseUrl + tracking.pathname;
}

interface OpenedPage {
  readonly ms: number;
  readonly tiles: number;
  /** Compressed bytes of the scripts that the page loads because it has a map, by name. */
  readonly scripts: ReadonlyMap<string, number>;
}

async function openPage(browser: Browser, url: string, options: BrowserContextOptions): Promise<OpenedPage> {
  // A new context has an empty cache.
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.addInitScript(observer);
    const loaded: Response[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) loaded.push(response);
    });
    const html = await (await page.goto(url))?.text();
    const full = (await page.evaluate('window.fullMap')) as { ms: number; tiles: number };
    const scripts = loaded
      .map((response) => ({ path: new URL(response.url()).pathname, headers: response.headers() }))
      .filter(({ path }) => !html?.includes(path) || /[/-]map-/.test(path))
      .map(({ path, headers }) => [basename(path), Number(headers['content-length'])] as const);
    return { ...full, scripts: new Map(scripts) };
  } finally {
    await context.close();
  }
}
