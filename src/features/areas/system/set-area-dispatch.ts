// Sets the dispatch mode of a service area: automatic or by a dispatcher. The mode is part of the area's document, so
// the change stores a new revision of all areas.
import { recordAudit } from '../../../db/audit-store.ts';
import type { DispatchMode, ServiceArea } from '../../../domain/place/service-area.ts';
import { serviceAreasDocument } from '../../../domain/place/service-area-document.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { type AdminContext, inTransaction } from '../../accounts/system/admin-context.ts';
import { parseStoredDocuments } from '../area-directory.ts';
import { loadDocuments } from '../area-store.ts';
import { insertRevision, lockAreas, notifyAreasChanged, replaceAreas } from './area-admin-store.ts';
import { revisionOf } from './manage-areas.ts';

export async function listAreas({ system }: Pick<AdminContext, 'system'>): Promise<readonly ServiceArea[]> {
  return parseStoredDocuments(await loadDocuments(system)).areas;
}

export async function setAreaDispatch(
  admin: Pick<AdminContext, 'system' | 'clock' | 'ids'>,
  { slug, mode }: { readonly slug: string; readonly mode: DispatchMode },
  actor: Actor,
): Promise<ServiceArea> {
  return inTransaction(admin.system, async (trx) => {
    await lockAreas(trx);
    const before = await listAreas({ system: trx });
    const area = before.find((candidate) => candidate.slug === slug);
    if (!area) throw Problem.of('not_found', 'No service area has this slug.');
    if (area.dispatch === mode) return area;
    const after = { ...area, dispatch: mode };
    const areas = before.map((candidate) => (candidate === area ? after : candidate));
    const documents = serviceAreasDocument(areas).areas;
    const namedDocuments = areas.map((one, index) => ({ slug: one.slug, document: documents[index] ?? {} }));
    await replaceAreas(trx, namedDocuments, admin.clock.now());
    await insertRevision(trx, {
      ...revisionOf(actor),
      kind: 'areas',
      document: { areas: documents },
      at: admin.clock.now(),
    });
    await recordAudit(trx, admin, actor, {
      accountId: null,
      action: 'area.dispatch_changed',
      subject: { kind: 'area', id: slug },
      changed: ['dispatch'],
    });
    await notifyAreasChanged(trx);
    return after;
  });
}
