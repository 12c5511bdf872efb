// Interface of the photo storage. A name has 128 random bits and is never reused, so no file is ever overwritten.

export type FoundPhoto =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** Served by another host; the URL is valid for a few minutes. */
  | { readonly kind: 'elsewhere'; readonly url: string };

export interface PhotoStorage {
  put(name: string, jpeg: Buffer): Promise<void>;
  find(name: string): Promise<FoundPhoto | null>;
  /** Succeeds if there is no such photo. */
  remove(name: string): Promise<void>;
}
