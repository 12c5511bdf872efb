// Extracts the address map of an OpenStreetMap file: streets, house numbers, places and ZIP codes.
import { parseStreetName, placeKey, type StreetName } from '../geocoder/street-name.ts';
import { AddressAssignment } from './address-assignment.ts';
import type { AddressMap, MapPlace } from './address-map.ts';
import { houseLabels, isStreet, placeKind, placeNames, streetNames, zipOf } from './address-tags.ts';
import { expandInterpolation } from './interpolation-way.ts';
import { type FeatureReading, type FeatureShape, type MapFeature, readMapFeatures } from './map-features.ts';
import { GrowingBounds, type MapPoint } from './map-grid.ts';
import type { OsmTags } from './osm-elements.ts';

type ReadingOptions = Pick<FeatureReading, 'signal' | 'onProgress'>;

export interface AddressMapOptions extends ReadingOptions {
  /** Called between the passes over the file and the assignment of addresses to streets. */
  readonly onAssigning?: (() => void) | undefined;
}

export async function readAddressMap(path: string, options: AddressMapOptions = {}): Promise<AddressMap> {
  const collector = new AddressCollector();
  const { bounds } = await readMapFeatures(path, {
    signal: options.signal,
    onProgress: options.onProgress,
    wants: (tags) => isStreet(tags) || isAddress(tags) || placeKind(tags) !== undefined,
    isArea: (tags) => !isStreet(tags) && tags['addr:interpolation'] === undefined,
    visit: (feature) => collector.add(feature),
  });
  options.onAssigning?.();
  return { ...collector.finish(), bounds };
}

function isAddress(tags: OsmTags): boolean {
  return tags['addr:housenumber'] !== undefined || tags['addr:interpolation'] !== undefined;
}

class AddressCollector {
  readonly #assignment = new AddressAssignment();
  readonly #places: MapPlace[] = [];
  readonly #names = new Map<string, StreetName | undefined>();

  add({ id, tags, shape }: MapFeature): void {
    const at = centreOf(shape);
    if (shape.kind === 'line' && isStreet(tags)) this.#addStreet(tags, shape.line);
    const kind = placeKind(tags);
    if (kind !== undefined && !(shape.kind === 'line' && tags['highway'] !== undefined))
      this.#addPlace(tags, kind, at);
    if (tags['addr:interpolation'] !== undefined) {
      if (shape.kind === 'line') this.#addInterpolation(tags, shape);
    } else if (tags['addr:housenumber'] !== undefined) this.#addHouse(id, tags, at);
  }

  finish(): Omit<AddressMap, 'bounds'> {
    return { ...this.#assignment.finish(), places: this.#places };
  }

  #addStreet(tags: OsmTags, line: Float64Array): void {
    const [name = '', ...others] = streetNames(tags);
    const names = [name, ...others].flatMap((each) => this.#parse(each) ?? []);
    if (names.length === 0) return;
    this.#assignment.addWay(name, names, line);
  }

  #addHouse(id: string, tags: OsmTags, at: MapPoint): void {
    const street = tags['addr:street'] ?? '';
    const name = this.#parse(street);
    const nodeId = id.startsWith('n') ? Number(id.slice(1)) : undefined;
    for (const [index, label] of houseLabels(tags).entries())
      this.#assignment.addHouse(
        { street, name, label, ...at, postcode: zipOf(tags), isInterpolated: false },
        index === 0 ? nodeId : undefined,
      );
  }

  #addInterpolation(tags: OsmTags, shape: FeatureShape & { kind: 'line' }): void {
    const houseOf = (nodeId: number) => this.#assignment.houseOfNode(nodeId);
    for (const house of expandInterpolation(tags, shape, houseOf))
      this.#assignment.addHouse({
        ...house,
        name: this.#parse(house.street),
        postcode: zipOf(tags),
        isInterpolated: true,
      });
  }

  #addPlace(tags: OsmTags, kind: MapPlace['kind'], at: MapPoint): void {
    const names = placeNames(tags);
    const keys = [...new Set(names.map(placeKey).filter(Boolean))];
    if (names[0] !== undefined && keys.length > 0) this.#places.push({ name: names[0], keys, kind, ...at });
  }

  /** Most elements share their street with others. */
  #parse(name: string): StreetName | undefined {
    if (!this.#names.has(name)) this.#names.set(name, parseStreetName(name));
    return this.#names.get(name);
  }
}

/** The point itself, the middle vertex of a line, the centre of the first ring of an area. */
function centreOf(shape: FeatureShape): MapPoint {
  if (shape.kind === 'point') return { longitude: shape.longitude, latitude: shape.latitude };
  if (shape.kind === 'line') {
    const middle = Math.floor(shape.line.length / 4) * 2;
    return { longitude: shape.line[middle] ?? 0, latitude: shape.line[middle + 1] ?? 0 };
  }
  const bounds = new GrowingBounds();
  const ring = shape.outer[0] ?? [];
  for (let index = 0; index < ring.length; index += 2) bounds.add(ring[index] ?? 0, ring[index + 1] ?? 0);
  return { longitude: (bounds.west + bounds.east) / 2, latitude: (bounds.south + bounds.north) / 2 };
}
