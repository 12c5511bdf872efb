// The systemd unit of deploy/, checked by systemd itself.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { requireProgram } from '../support/debian-program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'waybill-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Finished {
  readonly status: number | null;
  readonly output: string;
}

function run(program: string, args: readonly string[]): Finished {
  try {
    return {
      status: 0,
      output: execFileSync(program, args, { encoding: 'utf8', cwd: folder, stdio: 'pipe' }),
    };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number | null; stdout: string; stderr: string };
    return { status, output: `${stdout}${stderr}` };
  }
}

describe('the systemd unit', () => {
  const systemd = { name: 'systemd', command: 'systemd-analyze', package: 'systemd' };
  const unit = readFileSync(join(root, 'deploy/waybill.service'), 'utf8').replaceAll('/opt/waybill/', root);
  const analyze = (text: string, ...args: string[]) => {
    const path = join(folder, 'waybill.service');
    writeFileSync(path, text);
    return run(requireProgram(systemd), [...args, path]);
  };
  const verify = (text: string) => analyze(text, 'verify', '--man=no');

  it('is accepted by systemd, which refuses a wrong one', () => {
    expect(verify(unit)).toEqual({ status: 0, output: '' });
    expect(verify(unit.replace('bin/waybill.js serve', 'bin/missing serve')).status).not.toBe(0);
  });

  it('exposes little of the system', () => {
    const { status, output } = analyze(unit, 'security', '--offline=true', '--threshold=20', '--no-pager');
    expect(status, output).toBe(0);
  });

  it('comes with settings that are valid', () => {
    const text = readFileSync(join(root, 'deploy/waybill.env.example'), 'utf8');
    const settings = (pattern: RegExp) =>
      Object.fromEntries([...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]));
    expect(readConfig(settings(/^([A-Z_]+)=(.+)$/gm)).environments).toHaveLength(2);
    const SECRET_KEY = Buffer.alloc(32).toString('base64');
    const { WAL_ARCHIVE_DIR: _embeddedOnly, ...external } = settings(/^#?([A-Z_]+)=(.+)$/gm);
    expect(readConfig({ ...external, SECRET_KEY }).environments).toMatchObject([
      { databaseUrl: expect.stringContaining('/waybill?') },
      { databaseUrl: expect.stringContaining('/waybill_sandbox?') },
    ]);
  });
});
