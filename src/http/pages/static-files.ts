// Files that Vite built into dist/web: HTML, which is never cached, and assets with content hashes in their names.
// Loaded once and kept in memory, also gzipped.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../lib/problem.ts';
import { projectRoot } from '../../lib/project-root.ts';

const builtFolder = fileURLToPath(new URL('dist/web', projectRoot));

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

export interface BuiltFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly packed: Buffer;
}

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, packed }: BuiltFile,
  caching: string,
  varied: readonly string[] = [],
): FastifyReply {
  reply.type(type).headers({ 'cache-control': caching, vary: [...varied, 'accept-encoding'].join(', ') });
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  return acceptsGzip ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(plain);
}

/** Requested names are looked up in memory and never used as file paths. */
export class BuiltFiles {
  readonly #folder: string;
  #files: Promise<ReadonlyMap<string, BuiltFile>> | undefined;

  constructor(folder = builtFolder) {
    this.#folder = folder;
  }

  async page(name: string): Promise<BuiltFile> {
    const file = (await this.#all()).get(name);
    if (file) return file;
    throw new Error(`${join(this.#folder, name)} is missing: run \`npm run build\``);
  }

  async asset(name: string): Promise<BuiltFile> {
    const file = (await this.#all()).get(join('assets', name));
    if (file) return file;
    throw Problem.of('not_found', 'No resource exists at this path.');
  }

  #all(): Promise<ReadonlyMap<string, BuiltFile>> {
    this.#files ??= readFiles(this.#folder).catch((error: unknown) => {
      this.#files = undefined;
      throw error;
    });
    return this.#files;
  }
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, BuiltFile>> {
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const servable = names.filter((name) => extname(name) in contentTypes);
  return new Map(
    await Promise.all(servable.map(async (name) => [name, await readBuilt(folder, name)] as const)),
  );
}

async function readBuilt(folder: string, name: string): Promise<BuiltFile> {
  const plain = await readFile(join(folder, name));
  const packed = await promisify(gzip)(plain, { level: 9 });
  return { type: contentTypes[extname(name)] ?? '', plain, packed };
}
