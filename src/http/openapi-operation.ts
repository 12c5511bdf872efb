// Common OpenAPI properties of JSON operations. A route lists its success response and its specific errors; errors that
// operations share (401, 429 …) are added by openapi-document.ts.
/** Operator operations use plain JSON instead of the vendor media type. */
export function operatorOperation(tag: string) {
  return { tags: [tag], consumes: ['application/json'], produces: ['application/json'] };
}
