// Loads vector tiles and prepares them for drawing: one path per kind of area or line, and the candidates for labels.
import { readTile, type TileFeature } from './tile-reader.ts';

export interface RoadName {
  readonly text: string;
  readonly kind: string;
  /** The longest straight piece of the road within the tile, in units of the tile. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

export interface PlaceName {
  readonly text: string;
  readonly kind: string;
  readonly rank: number;
  readonly at: readonly [number, number];
}

export interface PreparedTile {
  /** Units of the tile's side. */
  readonly extent: number;
  /** By `layer` or `layer/kind`. */
  readonly paths: ReadonlyMap<string, Path2D>;
  readonly roadNames: readonly RoadName[];
  readonly placeNames: readonly PlaceName[];
}

/** Deeper zoom levels are drawn with the tiles of this one. */
export const MAX_TILE_ZOOM = 14;

/** After an error, or too many requests. At once when the network is back. */
const RETRY_MS = 10_000;

export class VectorTiles {
  readonly #template: string;
  readonly #onLoad: () => void;
  /** In the order of use. null: there is nothing. */
  readonly #tiles = new Map<string, PreparedTile | null>();
  readonly #loading = new Map<string, AbortController>();
  /** When a tile that could not be loaded is tried again. */
  readonly #retryAtMs = new Map<string, number>();
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  static readonly #kept = 96;

  /** `template` with `{z}`, `{x}` and `{y}`. `onLoad` is called when a tile can be drawn. */
  constructor(template: string, onLoad: () => void) {
    this.#template = template;
    this.#onLoad = onLoad;
    window.addEventListener('online', this.#retryNow);
  }

  /** undefined while it is loading. */
  get(z: number, x: number, y: number): PreparedTile | null | undefined {
    const key = `${z}/${x}/${y}`;
    const tile = this.#tiles.get(key);
    if (tile !== undefined) {
      this.#tiles.delete(key);
      this.#tiles.set(key, tile);
    } else if (!this.#loading.has(key) && performance.now() >= (this.#retryAtMs.get(key) ?? 0)) {
      void this.#load(key, z, x, y);
    }
    return tile;
  }

  /** Only what is already there, for the time until better tiles have come. */
  peek(z: number, x: number, y: number): PreparedTile | null | undefined {
    return this.#tiles.get(`${z}/${x}/${y}`);
  }

  /** Stops loading tiles that are no longer visible. */
  keepLoading(isVisible: (key: string) => boolean): void {
    for (const [key, controller] of this.#loading) if (!isVisible(key)) controller.abort();
  }

  close(): void {
    this.keepLoading(() => false);
    clearTimeout(this.#retryTimer);
    window.removeEventListener('online', this.#retryNow);
  }

  async #load(key: string, z: number, x: number, y: number): Promise<void> {
    const controller = new AbortController();
    this.#loading.set(key, controller);
    try {
      const url = this.#template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
      const response = await fetch(url, { signal: controller.signal });
      if (response.status === 429 || response.status >= 500) throw new Error('Not available now.');
      const bytes = response.status === 200 ? await response.arrayBuffer() : null;
      this.#keep(key, bytes && bytes.byteLength > 0 ? prepare(bytes) : null);
    } catch {
      // Meanwhile a coarser tile is drawn. Cancelled tiles are loaded when they are visible again.
      if (!controller.signal.aborted) this.#retryLater(key);
    }
    this.#loading.delete(key);
    this.#onLoad();
  }

  #retryLater(key: string): void {
    this.#retryAtMs.set(key, performance.now() + RETRY_MS);
    this.#retryTimer ??= setTimeout(this.#retryNow, RETRY_MS);
  }

  readonly #retryNow = () => {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    this.#retryAtMs.clear();
    this.#onLoad();
  };

  #keep(key: string, tile: PreparedTile | null): void {
    this.#tiles.set(key, tile);
    const [oldest] = this.#tiles.keys();
    if (this.#tiles.size > VectorTiles.#kept && oldest !== undefined) this.#tiles.delete(oldest);
  }
}

/** Layers whose features are drawn differently by kind. */
const byKind = new Set(['land', 'road', 'boundary']);

function prepare(bytes: ArrayBuffer): PreparedTile {
  const layers = readTile(new Uint8Array(bytes));
  const paths = new Map<string, Path2D>();
  const roads = new Map<string, RoadName>();
  const placeNames: PlaceName[] = [];
  for (const { name, features } of layers) {
    for (const feature of features) {
      if (name === 'place') {
        placeNames.push(placeName(feature));
        continue;
      }
      const kind = String(feature.properties['kind'] ?? feature.properties['level'] ?? '');
      const key = byKind.has(name) ? `${name}/${kind}` : name;
      const path = paths.get(key) ?? new Path2D();
      paths.set(key, path);
      addToPath(path, feature);
      if (name === 'road') addRoadName(roads, feature, kind);
    }
  }
  return {
    extent: layers[0]?.extent ?? 4_096,
    paths,
    roadNames: [...roads.values()],
    placeNames,
  };
}

function addToPath(path: Path2D, feature: TileFeature): void {
  for (const ring of feature.lines) {
    for (const [index, { x, y }] of ring.entries()) {
      if (index === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    if (feature.type === 3) path.closePath();
  }
}

function placeName(feature: TileFeature): PlaceName {
  const { name, kind, rank } = feature.properties;
  const point = feature.lines[0]?.[0];
  return {
    text: String(name),
    kind: String(kind),
    rank: Number(rank ?? 0),
    at: [point?.x ?? 0, point?.y ?? 0],
  };
}

/** Keeps the longest straight piece of each name. */
function addRoadName(roads: Map<string, RoadName>, feature: TileFeature, kind: string): void {
  const text = feature.properties['name'];
  if (typeof text !== 'string') return;
  let best = roads.get(text);
  for (const line of feature.lines)
    for (const piece of straightPieces(line))
      if (!best || lengthOf(piece) > lengthOf(best)) {
        best = { text, kind, ...piece };
        roads.set(text, best);
      }
}

type Piece = Pick<RoadName, 'from' | 'to'>;

const lengthOf = ({ from, to }: Piece) => Math.hypot(to[0] - from[0], to[1] - from[1]);
/** Radians by which a piece may turn and still count as straight. */
const STRAIGHT = 0.15;

function* straightPieces(line: readonly { readonly x: number; readonly y: number }[]): Generator<Piece> {
  let start = line[0];
  let before = line[0];
  let direction: number | null = null;
  for (const point of line.slice(1)) {
    if (!start || !before) return;
    const heading = Math.atan2(point.y - before.y, point.x - before.x);
    const turn =
      direction === null ? 0 : Math.abs(((heading - direction + 3 * Math.PI) % (2 * Math.PI)) - Math.PI);
    if (turn > STRAIGHT) {
      yield { from: [start.x, start.y], to: [before.x, before.y] };
      start = before;
      direction = heading;
    }
    direction ??= heading;
    before = point;
  }
  if (start && before) yield { from: [start.x, start.y], to: [before.x, before.y] };
}
