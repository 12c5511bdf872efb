// GET /maps/{version}/{z}/{x}/{y}: vector tiles of the base map. Public: the map is the same for all callers and contains no
// personal data. A tile of the current version never changes; requests for another version are redirected to the current
// one, so that pages which were open during an import keep working.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Type } from 'typebox';
import { PerNetworkLimiter } from '../../../http/limits/per-network-limiter.ts';
import { integerParamsHooks } from '../../../http/operations/integer-params.ts';
import { matchesTag } from '../../../http/pages/entity-tag.ts';
import type { HttpServer } from '../../../http/server/server.ts';
import { Problem } from '../../../lib/problem.ts';
import type { MapTiles } from './map-tiles.ts';
import { tilesPath } from './page-map-view.ts';
import type { TileAddress } from './tile-grid.ts';
import { MAX_ZOOM } from './tile-layers.ts';

const VERSION = /^[0-9a-f]{16}$/;
/** High, because many phones may share one network address. A map that is moved loads some 20 tiles per second. */
const tilesPerMinute = 6_000;

const params = Type.Object({
  version: Type.String(),
  z: Type.Integer({ maximum: MAX_ZOOM }),
  x: Type.Integer(),
  y: Type.Integer(),
});

export async function tileRoutes(app: HttpServer, { tiles }: { readonly tiles: MapTiles }): Promise<void> {
  const limiter = new PerNetworkLimiter(
    tilesPerMinute,
    'Too many map tiles were requested from this address. Wait a minute.',
  );
  app.get(
    `${tilesPath}/:version/:z/:x/:y`,
    { schema: { hide: true, params }, preValidation: integerParamsHooks(params) },
    async (request, reply) => {
      const { version, ...address } = request.params;
      limiter.check(request.ip);
      limiter.count(request.ip);
      requireWithinGrid(address);
      if (!VERSION.test(version)) throw Problem.of('not_found', 'There is no such version of the map.');
      const answer = await tiles.read(version, address);
      if (answer.kind === 'moved')
        // Stays `no-store`: the version may become the current one, in this process or in another one.
        return reply.redirect(`${tilesPath}/${answer.version}/${address.z}/${address.x}/${address.y}`, 307);
      const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(
        String(request.headers['accept-encoding'] ?? ''),
      );
      const bytes = acceptsGzip ? answer.tile : await promisify(gunzip)(answer.tile);
      const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        etag: tag,
        vary: 'accept-encoding',
      });
      if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
      if (acceptsGzip) reply.header('content-encoding', 'gzip');
      return reply.type('application/vnd.mapbox-vector-tile').send(bytes);
    },
  );
}

function requireWithinGrid({ z, x, y }: TileAddress): void {
  const last = 2 ** z - 1;
  for (const [param, value] of [
    ['x', x],
    ['y', y],
  ] as const)
    if (value > last)
      throw Problem.of('invalid_parameter', `${param} must be at most ${last} at zoom ${z}.`, { param });
}
