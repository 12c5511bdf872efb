// S3-compatible server in this process, on a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExternalPackage } from './external-packages.ts';

export interface S3Server {
  /** URL with the bucket. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stop(): Promise<void>;
}

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

/** Null: the package is not installed. */
export function findS3Server(): { start(): Promise<S3Server> } | null {
  const nodeModules = findExternalPackage('s3');
  return nodeModules === null ? null : { start: () => start(nodeModules) };
}

async function start(nodeModules: string): Promise<S3Server> {
  const load = createRequire(import.meta.url);
  const Server = load(join(nodeModules, 's3rver')) as new (options: object) => S3rver;
  const directory = mkdtempSync(join(tmpdir(), 'waybill-s3-'));
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'waybill', configs: [] }],
  });
  const { port } = await server.run();
  return {
    url: `http://127.0.0.1:${port}/waybill`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    stop: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
