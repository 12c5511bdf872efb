// The folder of a reader: a view of the working tree without its data, a home, and a folder for temporary files. What a
// program leaves in any of them, or in the working tree itself, is found afterwards.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const notLinked = ['.git', 'data', 'test-results', 'coverage'];

export class ReaderFolder {
  readonly #root: string;
  readonly #parent = mkdtempSync(join(tmpdir(), 'waybill-guides-'));
  /** Where the reader has cloned the repository and started the server. */
  readonly clone = join(this.#parent, 'clone');
  readonly data = join(this.clone, 'data');
  readonly home = join(this.#parent, 'home');
  readonly temporary = join(this.#parent, 'tmp');
  /** Contains node_modules, so that programs find the SDK. */
  readonly programs = join(this.#parent, 'programs');
  readonly #projects = join(this.#parent, 'projects');
  readonly #npm = join(this.#parent, 'npm');
  #treeBefore: string;

  constructor(root: string) {
    this.#root = root;
    for (const path of ['clone', 'clone/data', 'home', 'tmp', 'programs', 'projects', 'npm'])
      mkdirSync(join(this.#parent, path));
    for (const name of readdirSync(root).filter((each) => !notLinked.includes(each)))
      symlinkSync(join(root, name), join(this.clone, name));
    symlinkSync(join(root, 'node_modules'), join(this.programs, 'node_modules'));
    this.#treeBefore = this.#workingTree();
  }

  /** Environment of every program: nothing of the machine except PATH. */
  get variables(): Record<string, string> {
    return {
      PATH: `${join(this.#npm, 'bin')}:${join(this.#root, 'node_modules/.bin')}:${process.env['PATH']}`,
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, '.config'),
      TMPDIR: this.temporary,
      npm_config_cache: join(this.#npm, 'cache'),
      npm_config_prefix: this.#npm,
      npm_config_update_notifier: 'false',
      npm_config_fund: 'false',
      npm_config_audit: 'false',
    };
  }

  /** A project without dependencies, for a program that installs packages. */
  newProject(): string {
    const path = mkdtempSync(join(this.#projects, 'project-'));
    // Without it, npm installs into the next folder above that has one.
    writeFileSync(join(path, 'package.json'), '{ "private": true }\n');
    return path;
  }

  /** Files that were not there before; they are removed, so that each is reported once. */
  takeLeftovers(): string[] {
    const known = new Set(['data', ...readdirSync(this.#root)]);
    const found = [
      ...readdirSync(this.clone)
        .filter((name) => !known.has(name))
        .map((name) => join(this.clone, name)),
      ...readdirSync(this.temporary)
        // tsx keeps a compile cache of the whole machine in the folder for temporary files.
        .filter((name) => !/^(tsx-\d+|node-compile-cache)$/.test(name))
        .map((name) => join(this.temporary, name)),
      ...readdirSync(this.home, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name)),
    ];
    for (const path of found) rmSync(path, { recursive: true, force: true });
    const tree = this.#workingTree();
    const isTreeChanged = tree !== this.#treeBefore;
    this.#treeBefore = tree;
    return [...found, ...(isTreeChanged ? [`the working tree: ${tree}`] : [])];
  }

  remove(): void {
    rmSync(this.#parent, { recursive: true, force: true, maxRetries: 3 });
  }

  #workingTree(): string {
    return execFileSync('git', ['status', '--porcelain'], { cwd: this.#root, encoding: 'utf8' });
  }
}
