// What the OpenAPI description of every JSON operation has in common.
import { vendorMediaType } from './media-type.ts';

export function jsonOperation(tag: string) {
  return { tags: [tag], consumes: ['application/json', vendorMediaType], produces: [vendorMediaType] };
}
