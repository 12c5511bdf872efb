// An external PostgreSQL server: reached over TCP with a password, stopped and started by tests.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { takeBaseBackup } from '../../src/db/backup/base-backup.ts';
import { findBinariesPackage, prepareBinaries } from '../../src/db/embedded/binaries.ts';
import { chooseServerUser, spawnAs } from '../../src/db/embedded/server-user.ts';
import { queryAsOwner } from './database.ts';
import { freePort } from './free-port.ts';

export interface Programs {
  readonly label: string;
  /** Contains initdb, pg_ctl and postgres. */
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

  private constructor(programs: Programs, port: number, password: string) {
    this.#programs = programs;
    this.#port = port;
    this.#password = password;
    this.#folder = mkdtempSync(join(tmpdir(), 'waybill-external-'));
    this.#identity = spawnAs(chooseServerUser(this.#folder, this.#folder));
    this.#giveToServer(this.#folder);
  }

  static async create(programs: Programs): Promise<ExternalPostgres> {
    const server = new ExternalPostgres(programs, await freePort(), randomBytes(12).toString('hex'));
    const passwordFile = join(server.#folder, 'password');
    writeFileSync(passwordFile, server.#password);
    server.#giveToServer(passwordFile);
    const login = ['-U', 'owner', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    server.#run('initdb', ['-D', server.#data, ...login, '-E', 'UTF8', '--locale=C', '--no-sync']);
    server.start();
    return server;
  }

  /** Creates a synchronous standby of this server, which it replicates from at `port`. */
  async createStandby(port = this.#port): Promise<ExternalPostgres> {
    const standby = new ExternalPostgres(this.#programs, await freePort(), this.#password);
    const { files, folders } = await takeBaseBackup(
      { connection: this.#login('postgres'), clusterFolder: this.#data },
      join(standby.#folder, 'copy'),
    );
    renameSync(join(standby.#folder, 'copy', 'postgres'), standby.#data);
    for (const path of folders) mkdirSync(join(standby.#data, path), { recursive: true, mode: 0o700 });
    writeFileSync(join(standby.#data, 'standby.signal'), '');
    const link = `host=127.0.0.1 port=${port} user=owner password=${this.#password} application_name=standby`;
    appendFileSync(join(standby.#data, 'postgresql.auto.conf'), `primary_conninfo = '${link}'\n`);
    standby.#giveToServer(standby.#data);
    for (const path of [
      'standby.signal',
      ...folders,
      ...files.map(({ path }) => path.replace(/^postgres\//, '')),
    ])
      standby.#giveToServer(join(standby.#data, path));
    standby.start();
    await this.query("alter system set synchronous_standby_names = 'standby'");
    await this.query('select pg_reload_conf()');
    return standby;
  }

  /** Promotes a standby to primary. */
  promote(): void {
    this.#run('pg_ctl', ['-D', this.#data, '-w', 'promote']);
  }

  /** Kills the server without shutdown, like a power failure. */
  kill(): void {
    const [pid] = readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }

  get port(): number {
    return this.#port;
  }

  #giveToServer(path: string): void {
    const { uid, gid } = this.#identity;
    if (uid !== undefined && gid !== undefined) chownSync(path, uid >>> 0, gid >>> 0);
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
    return queryAsOwner(this.#login(database), statement);
  }

  #login(database: string) {
    return { host: '127.0.0.1', port: this.#port, user: 'owner', password: this.#password, database };
  }

  remove(): void {
    try {
      this.stop('immediate');
    } catch {
      // Already stopped.
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
