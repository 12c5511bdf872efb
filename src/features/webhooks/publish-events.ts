// Converts the event catalogue into the webhook section of the OpenAPI document.
import type { PublishedEvent } from '../../http/openapi/openapi-webhooks.ts';
import { catalogueTypes } from './event-descriptions.ts';
import { schemaOfType } from './event-schemas.ts';
import type { CatalogueEntry } from './portal-schemas.ts';

export function publishEvents(catalogue: readonly CatalogueEntry[]): readonly PublishedEvent[] {
  return catalogueTypes.flatMap((type) =>
    catalogue
      .filter((entry) => entry.type === type)
      .map(({ title, description, example }) => ({
        type,
        title,
        description,
        example,
        schema: schemaOfType(type),
      })),
  );
}
