// Refuses unknown query parameters, as for unknown fields of bodies.

export function closedQuery(declared: unknown): object {
  return { type: 'object', properties: {}, ...(declared as object | undefined), additionalProperties: false };
}
