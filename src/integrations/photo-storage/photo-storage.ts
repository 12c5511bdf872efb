// Where pictures lie. A name is 128 random bits and is never used twice, so nothing is ever overwritten.

export type FoundPhoto =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** Somebody else hands it out; the address works for some minutes. */
  | { readonly kind: 'elsewhere'; readonly url: string };

export interface PhotoStorage {
  put(name: string, jpeg: Buffer): Promise<void>;
  find(name: string): Promise<FoundPhoto | null>;
  /** Removing what is not there is fine. */
  remove(name: string): Promise<void>;
}
