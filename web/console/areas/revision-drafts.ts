// A revision as two drafts, before and after it, which can be compared like edits.
import type { AreaRevision } from '../api.generated.ts';
import type { Draft } from './area-documents.ts';

interface RevisionDrafts {
  readonly before: Draft;
  readonly after: Draft;
}

/** `areas`: the current areas, which name the price books. */
export function revisionDrafts(
  { kind, document, previous_document }: Pick<AreaRevision, 'kind' | 'document' | 'previous_document'>,
  areas: Draft['areas'],
): RevisionDrafts {
  const draftWith = (content: object): Draft =>
    kind === 'areas'
      ? { areas: content as Draft['areas'], prices: { price_books: [] } }
      : { areas, prices: content as Draft['prices'] };
  return { before: draftWith(previous_document), after: draftWith(document) };
}
