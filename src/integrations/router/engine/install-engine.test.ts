// Installation of the routing engine without the network; test/external/routing-engine.test.ts uses the real package.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { formatIdentity, ownIdentity } from '../../../db/embedded/process-identity.ts';
import { findEngine, unsupportedPlatform } from './engine-package.ts';
import { installEngine } from './install-engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'waybill-engine-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(unsupportedPlatform() !== null)('installation of the routing engine', () => {
  it('refuses a file with another hash, and leaves nothing', async () => {
    const file = join(folder, 'other.tgz');
    const engines = join(folder, 'engines');
    writeFileSync(file, 'not the package');
    const killed = formatIdentity({ ...ownIdentity(), pid: 999_999_999 });
    mkdirSync(join(engines, `draft-${killed}-abc`), { recursive: true });
    await expect(installEngine(engines, file)).rejects.toThrow(
      /other\.tgz is not @valhallajs\/valhallajs 3\.6\.1: its hash differs\. Get the file with "npm pack/,
    );
    await expect(installEngine(engines, `${file}.missing`)).rejects.toThrow('There is no file');
    expect(readdirSync(engines)).toEqual([]);
    expect(findEngine(engines)).toBeNull();
  });

  it('reports why npm could not download the package', async () => {
    const settings = {
      registry: 'http://127.0.0.1:9',
      cache: join(folder, 'cache'),
      fetch_retry_mintimeout: '1',
    };
    for (const [name, value] of Object.entries({ ...settings, fetch_retry_maxtimeout: '1' }))
      vi.stubEnv(`npm_config_${name}`, value);
    try {
      await expect(installEngine(join(folder, 'offline'))).rejects.toThrow(
        /^The routing engine could not be downloaded: [^\n]*127\.0\.0\.1:9[^\n]* failed, reason: [^\n]+\. Check the network; or run "npm pack/,
      );
      vi.stubEnv('npm_execpath', '');
      vi.stubEnv('PATH', folder);
      await expect(installEngine(join(folder, 'offline'))).rejects.toThrow(
        'could not be downloaded: npm was not found. Check',
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('platforms', () => {
  it.each([
    ['win32', 'x64', 'There is no routing engine for win32/x64'],
    ['darwin', 'x64', 'Set ROUTER to an external service'],
  ])('without binaries are refused: %s/%s', async (platform, arch, message) => {
    const names = vi.spyOn(process, 'platform', 'get').mockReturnValue(platform as NodeJS.Platform);
    const kinds = vi.spyOn(process, 'arch', 'get').mockReturnValue(arch as NodeJS.Architecture);
    try {
      await expect(installEngine(join(folder, 'none'))).rejects.toThrow(message);
    } finally {
      names.mockRestore();
      kinds.mockRestore();
    }
  });

  it('without glibc are refused', async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
    vi.spyOn(process, 'arch', 'get').mockReturnValue('x64');
    const report = vi.spyOn(process.report, 'getReport');
    try {
      report.mockReturnValue({ header: {} });
      await expect(installEngine(join(folder, 'none'))).rejects.toThrow(
        'needs glibc, which this system does not have',
      );
      report.mockReturnValue({ header: { glibcVersionRuntime: '2.17' } });
      await expect(installEngine(join(folder, 'none'))).rejects.toThrow(
        'needs glibc 2.27 or later; this system has 2.17',
      );
    } finally {
      vi.restoreAllMocks();
    }
  });
});
