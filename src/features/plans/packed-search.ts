// The input and the result of a search as bytes, stored with its plan for explanations. The format of V8 keeps typed arrays
// compact, and later versions of Node read it.
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { gunzip, gzip } from 'node:zlib';
import type { Problem } from '../../../packages/planner/src/problem.ts';
import type { Solution } from '../../../packages/planner/src/solution.ts';

export interface Search {
  readonly problem: Problem;
  readonly solution: Solution;
}

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

export function packSearch(search: Search): Promise<Buffer> {
  return compress(serialize(search));
}

export async function unpackSearch(bytes: Buffer): Promise<Search> {
  return deserialize(await decompress(bytes)) as Search;
}
