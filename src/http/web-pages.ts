// Serves the pages that Vite built into dist/web: HTML that browsers always ask for again, and what it loads under names
// that change with the content. One strict policy for all of them: nothing inline, nothing from another host.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../lib/problem.ts';
import type { HttpServer } from './server.ts';

/** The same from src/http and from dist/http. */
const builtFolder = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Each page is an application: it answers for every address under its own, but for those of its API. */
const pages: readonly { readonly path: string; readonly file: string }[] = [
  { path: '/portal', file: 'portal.html' },
];

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export async function webPages(app: HttpServer, { folder = builtFolder } = {}): Promise<void> {
  const files = new BuiltFiles(folder);
  for (const { path, file } of pages) {
    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      if (isUnder(`${path}/api`, request.url)) throw nothingHere();
      reply.header('content-security-policy', contentPolicy);
      return sendFile(request, reply, await files.page(file), 'no-store');
    };
    app.get(path, { schema: { hide: true } }, send);
    app.get(`${path}/*`, { schema: { hide: true } }, send);
  }
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const asset = await files.asset(request.params.name);
      return sendFile(request, reply, asset, 'public, max-age=31536000, immutable');
    },
  );
}

function isUnder(path: string, url: string): boolean {
  const [asked = ''] = url.split('?', 1);
  return asked === path || asked.startsWith(`${path}/`);
}

function nothingHere(): Problem {
  return Problem.of('not_found', 'There is nothing at this address.');
}

interface BuiltFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly packed: Buffer;
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, packed }: BuiltFile,
  caching: string,
): FastifyReply {
  reply.type(type).headers({ 'cache-control': caching, vary: 'accept-encoding' });
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  return takesGzip ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(plain);
}

/** All files of a build, read once and kept, packed. A name from outside is looked up, never opened. */
class BuiltFiles {
  readonly #folder: string;
  #files: Promise<ReadonlyMap<string, BuiltFile>> | undefined;

  constructor(folder: string) {
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
    throw nothingHere();
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
  const known = names.filter((name) => extname(name) in contentTypes);
  return new Map(
    await Promise.all(known.map(async (name) => [name, await readBuilt(folder, name)] as const)),
  );
}

async function readBuilt(folder: string, name: string): Promise<BuiltFile> {
  const plain = await readFile(join(folder, name));
  const packed = await promisify(gzip)(plain, { level: 9 });
  return { type: contentTypes[extname(name)] ?? '', plain, packed };
}
