// Imports an extract into the database of a test application, as `waybill maps import` does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importMap, removeMap } from '../../src/features/maps/system/import-map.ts';
import { buildTiles } from '../../src/features/maps/tiles/build-tiles.ts';
import { tilesPath } from '../../src/features/maps/tiles/page-map-view.ts';
import { readAddressMap } from '../../src/integrations/osm/read-address-map.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { TestApp } from './app.ts';

let imports = 0;

export const importActor = { kind: 'command', id: 'test', requestId: 'test' } as const;

export const adminOf = (test: TestApp) => ({
  system: test.system,
  clock: systemClock,
  ids: randomIds,
  environment: test.environment,
});

/** `extract`: its bytes, or the path of a file. */
export async function importRegion(
  test: TestApp,
  extract: Uint8Array | string,
  region = 'town',
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-region-'));
  try {
    const path = typeof extract === 'string' ? extract : join(folder, 'town.osm.pbf');
    if (typeof extract !== 'string') writeFileSync(path, extract);
    const tiles = await buildTiles({ source: path, folder });
    const map = await readAddressMap(path);
    imports += 1;
    const version = {
      id: `20300101${String(imports).padStart(6, '0')}-abcdef`,
      region,
      fileName: 'town.osm.pbf',
      fileBytes: 1,
      fileSha256: '',
      dataTime: null,
      bounds: map.bounds,
      startedAt: new Date(),
    };
    const options = { signal: new AbortController().signal, onProgress: () => {} };
    await importMap(adminOf(test), importActor, version, { map, tiles, roads: null }, options);
    tiles.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await noticeRegions(test);
}

export async function removeRegion(test: TestApp, region = 'town'): Promise<void> {
  await removeMap(adminOf(test), importActor, region);
  await noticeRegions(test);
}

/** The application hears of a switch by notification, so a little later; a tile of another version makes it look. */
async function noticeRegions(test: TestApp): Promise<void> {
  const { status } = await fetch(`${test.baseUrl}${tilesPath}/${'0'.repeat(16)}/0/0/0`, {
    redirect: 'manual',
  });
  if (status !== 307) throw new Error(`a tile of an unknown version: ${status}`);
}
