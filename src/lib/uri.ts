// Syntax of URIs, by the grammar of RFC 3986, appendix A. Any scheme; no spaces and no characters outside ASCII.
import { isIPv6 } from 'node:net';

const pctEncoded = '%[0-9A-Fa-f]{2}';
const unreserved = 'A-Za-z0-9\\-._~';
const subDelims = "!$&'()*+,;=";
const registeredName = `(?:[${unreserved}${subDelims}]|${pctEncoded})*`;
const segmentCharacter = `(?:[${unreserved}${subDelims}:@]|${pctEncoded})`;
const segments = `(?:/${segmentCharacter}*)*`;
const tail = `(?:[${unreserved}${subDelims}:@/?]|${pctEncoded})*`;
const userInfo = `(?:(?:[${unreserved}${subDelims}:]|${pctEncoded})*@)?`;
const literalAddress = `\\[(?<address>[0-9A-Fa-f:.]+|v[0-9A-Fa-f]+\\.[${unreserved}${subDelims}:]+)\\]`;
const authority = `${userInfo}(?:${literalAddress}|${registeredName})(?::[0-9]*)?`;
const hierarchy = `(?://${authority}${segments}|/(?:${segmentCharacter}+${segments})?|${segmentCharacter}+${segments}|)`;
const uri = new RegExp(`^[A-Za-z][A-Za-z0-9+\\-.]*:${hierarchy}(?:\\?${tail})?(?:#${tail})?$`);

export function isUri(text: string): boolean {
  const match = uri.exec(text);
  if (!match) return false;
  const address = match.groups?.['address'];
  return address === undefined || /^v/i.test(address) || isIPv6(address);
}
