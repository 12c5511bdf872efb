// The waybill-partner command as a child process, with its own configuration folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../packages/cli/bin/waybill-partner.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class PartnerCommand {
  readonly configHome = mkdtempSync(join(tmpdir(), 'waybill-partner-'));

  get configFile(): string {
    return join(this.configHome, 'waybill-partner/config.json');
  }

  start(args: readonly string[], variables: Record<string, string> = {}): ChildProcess {
    return spawn(process.execPath, [bin, ...args], {
      env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: this.configHome, TZ: 'UTC', ...variables },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  }

  async run(args: readonly string[], input = '', variables: Record<string, string> = {}): Promise<Finished> {
    const child = this.start(args, variables);
    const parts = { stdout: '', stderr: '' };
    child.stdout?.on('data', (chunk) => (parts.stdout += String(chunk)));
    child.stderr?.on('data', (chunk) => (parts.stderr += String(chunk)));
    child.stdin?.end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, ...parts };
  }

  remove(): void {
    rmSync(this.configHome, { recursive: true, force: true });
  }
}
