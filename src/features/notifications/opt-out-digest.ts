// Digest of the address of an erased person: keeps the opt-out effective without storing the address.
import { sha256Hex } from '../../lib/sha256-hex.ts';

export function optOutDigest(address: string): string {
  return `sha256:${sha256Hex(address.toLowerCase())}`;
}
