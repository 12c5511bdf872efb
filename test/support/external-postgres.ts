// A PostgreSQL server that is not ours: reached over TCP with a password, stopped and started at will.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findBinariesPackage, prepareBinaries } from '../../src/db/embedded/binaries.ts';
import { chooseServerUser, spawnAs } from '../../src/db/embedded/server-user.ts';
import { queryAsOwner } from './database.ts';
import { freePort } from './server-process.ts';

export interface Programs {
  readonly label: string;
  /** Holds initdb, pg_ctl and postgres. */
  readonly folder: string;
}

export async function bundledPrograms(): Promise<Programs> {
  const binaries = await prepareBinaries({
    packageFolder: findBinariesPackage(),
    dataDir: tmpdir(),
    user: chooseServerUser(tmpdir(), tmpdir()),
  });
  return { label: `PostgreSQL ${binaries.majorVersion}`, folder: dirname(binaries.postgres) };
}

export class ExternalPostgres {
  readonly #programs: Programs;
  readonly #folder: string;
  readonly #port: number;
  readonly #password: string;
  readonly #identity: { uid?: number; gid?: number };

  private constructor(programs: Programs, port: number) {
    this.#programs = programs;
    this.#port = port;
    this.#password = randomBytes(12).toString('hex');
    this.#folder = mkdtempSync(join(tmpdir(), 'waybill-external-'));
    const user = chooseServerUser(this.#folder, this.#folder);
    this.#identity = spawnAs(user);
    const passwordFile = join(this.#folder, 'password');
    writeFileSync(passwordFile, this.#password);
    for (const path of [this.#folder, passwordFile])
      if ('uid' in this.#identity) chownSync(path, 65_534, 65_534);
    const login = ['-U', 'owner', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    this.#run('initdb', ['-D', this.#data, ...login, '-E', 'UTF8', '--locale=C', '--no-sync']);
    this.start();
  }

  static async create(programs: Programs): Promise<ExternalPostgres> {
    return new ExternalPostgres(programs, await freePort());
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  #run(program: string, args: readonly string[]): void {
    execFileSync(join(this.#programs.folder, program), args, {
      ...this.#identity,
      cwd: this.#folder,
      stdio: 'ignore',
      env: { ...process.env, LC_ALL: 'C' },
      timeout: 120_000,
    });
  }

  start(): void {
    const options = `-c listen_addresses=127.0.0.1 -c port=${this.#port} -c unix_socket_directories='' -c max_connections=100`;
    this.#run('pg_ctl', ['-D', this.#data, '-w', '-l', join(this.#folder, 'log'), '-o', options, 'start']);
  }

  stop(mode: 'fast' | 'immediate' = 'fast'): void {
    this.#run('pg_ctl', ['-D', this.#data, '-w', '-m', mode, 'stop']);
  }

  url(database: string, user = 'owner', password = this.#password): string {
    return `postgres://${user}:${password}@127.0.0.1:${this.#port}/${database}`;
  }

  async query(statement: string, database = 'postgres'): Promise<object[]> {
    const login = { host: '127.0.0.1', port: this.#port, user: 'owner', password: this.#password };
    return queryAsOwner({ ...login, database }, statement);
  }

  remove(): void {
    try {
      this.stop('immediate');
    } catch {
      // It was stopped already.
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
