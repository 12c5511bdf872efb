// `waybill areas` and `waybill prices`: import, export, validate.
import { recordAudit } from '../../../db/audit-store.ts';
import { unpricedProducts } from '../../../domain/money/price-book.ts';
import { parsePriceBooks, priceBooksDocument } from '../../../domain/money/price-book-document.ts';
import { parseServiceAreas, serviceAreasDocument } from '../../../domain/place/service-area-document.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { DocumentFault } from '../../../lib/document-reader.ts';
import { Problem } from '../../../lib/problem.ts';
import type { Result } from '../../../lib/result.ts';
import { type AdminContext, inTransaction } from '../../accounts/system/admin-context.ts';
import { parseStoredDocuments } from '../area-directory.ts';
import { loadDocuments } from '../area-store.ts';
import {
  currentRevision,
  insertRevision,
  lockAreas,
  type NamedDocument,
  notifyAreasChanged,
  replaceAreas,
  replaceBooks,
} from './area-admin-store.ts';

/** Kinds of document that an operator imports and exports. */
export type DocumentKind = 'areas' | 'prices';

export function validateDocument(kind: DocumentKind, document: unknown): readonly DocumentFault[] {
  const result: Result<unknown, DocumentFault> =
    kind === 'areas' ? parseServiceAreas(document) : parsePriceBooks(document);
  return result.ok ? [] : result.faults;
}

export interface ImportOutcome {
  readonly faults: readonly DocumentFault[];
  readonly count: number;
  /** Products that an area offers without a price, so that they cannot be booked. */
  readonly unpriced: readonly { readonly areaSlug: string; readonly product: string }[];
}

export async function importDocument(
  admin: AdminContext,
  kind: DocumentKind,
  document: unknown,
  actor: Actor,
  /** Optimistic concurrency: fails with `revision_outdated` if another revision is in force. Left out: no check. */
  expectedRevision?: number,
): Promise<ImportOutcome> {
  const parsed = kind === 'areas' ? readAreas(document) : readBooks(document);
  if (!parsed.ok) return { faults: parsed.faults, count: 0, unpriced: [] };
  return inTransaction(admin.system, async (trx) => {
    await lockAreas(trx);
    if (expectedRevision !== undefined && expectedRevision !== (await currentRevision(trx, kind)))
      throw Problem.of(
        'revision_outdated',
        'Another operator changed this document after you loaded it. Reload it, then apply your change again.',
        { param: 'revision' },
      );
    const faults = kind === 'prices' ? await findBooksWithoutArea(trx, parsed.value) : [];
    if (faults.length > 0) return { faults, count: 0, unpriced: [] };
    await (kind === 'areas' ? replaceAreas : replaceBooks)(trx, parsed.value, admin.clock.now());
    await recordAudit(trx, admin, actor, {
      accountId: null,
      action: `${kind}.imported`,
      subject: { kind, id: 'all' },
    });
    await insertRevision(trx, {
      ...revisionOf(actor),
      kind,
      document: toDocument(kind, parsed.value),
      at: admin.clock.now(),
    });
    await notifyAreasChanged(trx);
    const { areas, books } = parseStoredDocuments(await loadDocuments(trx));
    return { faults: [], count: parsed.value.length, unpriced: unpricedProducts(areas, [...books.values()]) };
  });
}

export async function exportDocument({ system }: AdminContext, kind: DocumentKind): Promise<object> {
  const { areas, books } = parseStoredDocuments(await loadDocuments(system));
  return kind === 'areas' ? serviceAreasDocument(areas) : priceBooksDocument([...books.values()]);
}

/** The built-in document, which is in force until the first revision of its kind. */
export function builtInDocument(kind: DocumentKind): object {
  const { areas, books } = parseStoredDocuments({ areas: [], books: [] });
  return kind === 'areas' ? serviceAreasDocument(areas) : priceBooksDocument([...books.values()]);
}

export function revisionOf({ kind: actorKind, id: actorId }: Actor) {
  return { actorKind, actorId };
}

/** The document in the form in which it is exported. */
function toDocument(kind: DocumentKind, parts: readonly NamedDocument[]): object {
  const documents = parts.map(({ document }) => document);
  return kind === 'areas' ? { areas: documents } : { price_books: documents };
}

/** Splits the document into one document per area, in the form in which they are exported. */
function readAreas(document: unknown): Result<readonly NamedDocument[], DocumentFault> {
  const parsed = parseServiceAreas(document);
  if (!parsed.ok) return parsed;
  const { areas } = serviceAreasDocument(parsed.value);
  return { ok: true, value: parsed.value.map(({ slug }, index) => ({ slug, document: areas[index] ?? {} })) };
}

function readBooks(document: unknown): Result<readonly NamedDocument[], DocumentFault> {
  const parsed = parsePriceBooks(document);
  if (!parsed.ok) return parsed;
  const { price_books } = priceBooksDocument(parsed.value);
  return {
    ok: true,
    value: parsed.value.map(({ areaSlug }, index) => ({
      slug: areaSlug,
      document: price_books[index] ?? {},
    })),
  };
}

async function findBooksWithoutArea(
  trx: AdminContext['system'],
  books: readonly NamedDocument[],
): Promise<DocumentFault[]> {
  const { areas } = parseStoredDocuments(await loadDocuments(trx));
  const known = areas.map(({ slug }) => slug);
  return books.flatMap(({ slug }, index) =>
    known.includes(slug)
      ? []
      : [
          {
            path: `price_books[${index}].area`,
            message: `is not the slug of a service area; expected one of ${known.join(', ')}`,
          },
        ],
  );
}
