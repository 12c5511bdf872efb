// Elements of an OpenStreetMap file, as a visitor sees them.

export type OsmTags = Readonly<Record<string, string>>;

export interface OsmMember {
  readonly type: 'node' | 'way' | 'relation';
  readonly id: number;
  readonly role: string;
}

/**
 * Called for each element in the order of the file: nodes, then ways, then relations. Elements without a method are not
 * decoded. Tags are `undefined` for the many nodes that have none.
 */
export interface OsmVisitor {
  node?(id: number, longitude: number, latitude: number, tags: OsmTags | undefined): void;
  /** The list of node ids is reused for the next way: copy what must stay. */
  way?(id: number, nodeIds: readonly number[], tags: OsmTags): void;
  relation?(id: number, members: readonly OsmMember[], tags: OsmTags): void;
}

export interface OsmBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** What the beginning of a file says about it. */
export interface OsmHeader {
  readonly bounds: OsmBounds | null;
  /** Time of the data, if the file states it. */
  readonly dataTime: Date | null;
}
