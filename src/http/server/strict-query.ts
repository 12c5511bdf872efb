// Refuses unknown query parameters, as for unknown fields of bodies.

export function strictQuery(declared: unknown): object {
  return { type: 'object', properties: {}, ...(declared as object | undefined), additionalProperties: false };
}
