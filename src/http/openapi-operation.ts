// What the OpenAPI description of every JSON operation has in common. A route lists its success and the failures that are
// its own; those that operations share (401, 429 …) are added to the document by openapi-document.ts.
import { vendorMediaType } from './media-type.ts';

export function jsonOperation(tag: string) {
  return { tags: [tag], consumes: ['application/json', vendorMediaType], produces: [vendorMediaType] };
}

/** For operators, to whom the contract's media type means nothing. */
export function operatorOperation(tag: string) {
  return { tags: [tag], consumes: ['application/json'], produces: ['application/json'] };
}
