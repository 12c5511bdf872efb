// The schemas of a scope of the framework, by name: those of its parent and its own. Schemas are constants and shared by
// reference. The framework's own bucket copies every schema for every scope, and the copies would have to be compared again.
interface NamedSchema {
  readonly $id?: string;
}

export function createSchemaBucket(inherited: Readonly<Record<string, object>> = {}) {
  const schemas: Record<string, object> = { ...inherited };
  return {
    add: (schema: NamedSchema): void => {
      const { $id } = schema;
      if ($id === undefined || $id in schemas)
        throw new Error(`Schema ${$id} has no name or is already added.`);
      schemas[$id] = schema;
    },
    getSchema: (name: string) => schemas[name],
    getSchemas: (): Readonly<Record<string, object>> => schemas,
  };
}
