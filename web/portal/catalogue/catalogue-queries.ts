// Query of the event catalogue. It changes only with the server version, so it is fetched once.
import { useQuery } from '@tanstack/react-query';
import type { OptionGroup } from '../../ui/select.tsx';
import type { CatalogueEntry } from '../api.generated.ts';
import { callPortal } from '../portal-api.ts';

export function useCatalogue() {
  return useQuery({
    queryKey: ['event-types'],
    queryFn: ({ signal }) => callPortal<readonly CatalogueEntry[]>('/event-types', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Sent on request only; endpoints cannot subscribe to it. */
export const TEST_TYPE = 'webhook.test';

export interface CatalogueGroup {
  readonly name: string;
  readonly entries: readonly CatalogueEntry[];
}

/** Groups in the server's order. */
export function byGroup(entries: readonly CatalogueEntry[]): readonly CatalogueGroup[] {
  const names = [...new Set(entries.map(({ group }) => group))];
  return names.map((name) => ({ name, entries: entries.filter(({ group }) => group === name) }));
}

export function typeOptions(entries: readonly CatalogueEntry[]): readonly OptionGroup[] {
  return byGroup(entries).map(({ name, entries: members }) => ({
    label: name,
    options: members.map(({ type }) => ({ value: type, label: type })),
  }));
}
