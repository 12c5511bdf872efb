// House numbers of an extract, in columns outside the JavaScript heap: a state has millions of them, and as objects they
// would take ten times the memory. Texts are stored once and referred to by number.
import type { StreetName } from '../geocoder/street-name.ts';
import type { MapAddress } from './address-map.ts';
import { houseNumber } from './address-tags.ts';
import type { MapPoint } from './map-grid.ts';

export interface NewHouse extends MapPoint {
  /** '' if the element names none: an interpolation way may name it. */
  readonly street: string;
  readonly name: StreetName | undefined;
  readonly label: string;
  readonly postcode: string | null;
  readonly isInterpolated: boolean;
}

const FIRST_CAPACITY = 1 << 12;
const NOT_STORED = 0;

export class HouseTable implements Iterable<MapAddress> {
  readonly #texts = new TextTable();
  readonly #names = new Map<number, StreetName>();
  #longitudes = new Float64Array(FIRST_CAPACITY);
  #latitudes = new Float64Array(FIRST_CAPACITY);
  /** Street, label and postcode as text numbers, and the id of the street in turn. */
  #numbers = new Int32Array(4 * FIRST_CAPACITY);
  #interpolated = new Uint8Array(FIRST_CAPACITY);
  /** Ids of the nodes that are houses, ascending, and the house of each. */
  readonly #nodeIds = new GrowingNumbers();
  readonly #nodeHouses = new GrowingNumbers();
  #size = 0;
  #assigned = 0;

  /** Number of houses, with or without a street. */
  get size(): number {
    return this.#size;
  }

  /** Number of houses with a street, which are those that are iterated. */
  get length(): number {
    return this.#assigned;
  }

  /** `nodeId`: of a house that is a node, so that `houseOfNode` finds it. Nodes come first, in ascending order. */
  add(
    { street, name, label, longitude, latitude, postcode, isInterpolated }: NewHouse,
    nodeId?: number,
  ): void {
    const index = this.#size;
    if (index === this.#longitudes.length) this.#grow();
    const streetText = this.#texts.add(street);
    if (name) this.#names.set(streetText, name);
    this.#longitudes[index] = longitude;
    this.#latitudes[index] = latitude;
    this.#numbers.set(
      [streetText, this.#texts.add(label), this.#texts.add(postcode ?? ''), NOT_STORED],
      index * 4,
    );
    this.#interpolated[index] = isInterpolated ? 1 : 0;
    this.#size += 1;
    if (nodeId === undefined) return;
    this.#nodeIds.push(nodeId);
    this.#nodeHouses.push(index);
  }

  houseOfNode(nodeId: number): NewHouse | undefined {
    const at = this.#nodeIds.indexOf(nodeId);
    return at === -1 ? undefined : this.house(this.#nodeHouses.at(at));
  }

  house(index: number): NewHouse {
    const streetText = this.#numbers[index * 4] ?? 0;
    const name = this.#names.get(streetText);
    const { label, longitude, latitude, postcode, isInterpolated } = this.#addressAt(index);
    return {
      street: this.#texts.text(streetText),
      name,
      label,
      longitude,
      latitude,
      postcode,
      isInterpolated,
    };
  }

  /** Number that is unique for a house number within a street. */
  labelKey(index: number, streetId: number): number {
    return streetId * 2 ** 24 + (this.#numbers[index * 4 + 1] ?? 0);
  }

  assign(index: number, streetId: number): void {
    if (this.#numbers[index * 4 + 3] === NOT_STORED) this.#assigned += 1;
    this.#numbers[index * 4 + 3] = streetId;
  }

  *[Symbol.iterator](): Generator<MapAddress> {
    for (let index = 0; index < this.#size; index += 1)
      if (this.#numbers[index * 4 + 3] !== NOT_STORED) yield this.#addressAt(index);
  }

  #addressAt(index: number): MapAddress {
    const label = this.#texts.text(this.#numbers[index * 4 + 1] ?? 0);
    return {
      streetId: this.#numbers[index * 4 + 3] ?? 0,
      number: houseNumber(label),
      label,
      longitude: this.#longitudes[index] ?? 0,
      latitude: this.#latitudes[index] ?? 0,
      postcode: this.#texts.text(this.#numbers[index * 4 + 2] ?? 0) || null,
      isInterpolated: this.#interpolated[index] === 1,
    };
  }

  #grow(): void {
    const capacity = this.#longitudes.length * 2;
    const [longitudes, latitudes] = [this.#longitudes, this.#latitudes];
    const [numbers, interpolated] = [this.#numbers, this.#interpolated];
    this.#longitudes = new Float64Array(capacity);
    this.#latitudes = new Float64Array(capacity);
    this.#numbers = new Int32Array(4 * capacity);
    this.#interpolated = new Uint8Array(capacity);
    this.#longitudes.set(longitudes);
    this.#latitudes.set(latitudes);
    this.#numbers.set(numbers);
    this.#interpolated.set(interpolated);
  }
}

class GrowingNumbers {
  #numbers = new Float64Array(FIRST_CAPACITY);
  #size = 0;

  push(number: number): void {
    if (this.#size === this.#numbers.length) {
      const numbers = new Float64Array(this.#size * 2);
      numbers.set(this.#numbers);
      this.#numbers = numbers;
    }
    this.#numbers[this.#size] = number;
    this.#size += 1;
  }

  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  /** Binary search; -1 if the number is not there. */
  indexOf(number: number): number {
    let [low, high] = [0, this.#size - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.at(middle);
      if (found === number) return middle;
      if (found < number) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** Numbers texts in the order in which they first appear. */
class TextTable {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  add(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  text(number: number): string {
    return this.#texts[number] ?? '';
  }
}
