// How somebody who was erased is still known to want no messages: by what cannot be read, only compared.
import { sha256Hex } from '../../lib/sha256-hex.ts';

export function optOutDigest(address: string): string {
  return `sha256:${sha256Hex(address.toLowerCase())}`;
}
