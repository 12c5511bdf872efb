// Installation of the routing engine without the network; test/external/routing-engine.test.ts uses the real package.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { findEngine, unsupportedPlatform } from './engine-package.ts';
import { installEngine } from './install-engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'waybill-engine-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(unsupportedPlatform() !== null)('installation of the routing engine', () => {
  it('refuses a file with another hash, and leaves nothing', async () => {
    const file = join(folder, 'other.tgz');
    const engines = join(folder, 'engines');
    writeFileSync(file, 'not the package');
    // A draft of a process that was killed.
    mkdirSync(join(engines, 'draft-1.999999999.00000000-abc'), { recursive: true });
    await expect(installEngine(engines, file)).rejects.toThrow(
      /other\.tgz is not @valhallajs\/valhallajs 3\.6\.1: its hash differs\. Get the file with "npm pack/,
    );
    await expect(installEngine(engines, `${file}.missing`)).rejects.toThrow('There is no file');
    expect(readdirSync(engines)).toEqual([]);
    expect(findEngine(engines)).toBeNull();
  });
});

describe('platforms', () => {
  it.each([
    ['win32', 'x64', 'There is no routing engine for win32/x64'],
    ['darwin', 'x64', 'Routes stay estimates'],
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
