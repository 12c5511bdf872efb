// Query parameters that an operation does not know are refused, like unknown fields of bodies.

export function closedQuery(declared: unknown): object {
  return { type: 'object', properties: {}, ...(declared as object | undefined), additionalProperties: false };
}
