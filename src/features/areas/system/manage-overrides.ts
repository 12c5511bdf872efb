// Creates and removes capacity overrides (holiday, block-out, other capacity). Existing bookings stay; hours that hold
// more bookings than their new capacity are returned, so that operators can contact the customers.
import { recordAudit } from '../../../db/audit-store.ts';
import { PRODUCTS, type Product } from '../../../domain/dispatch/product.ts';
import {
  type CapacityOverride,
  effectiveOverride,
  type ServedArea,
} from '../../../domain/time/capacity-override.ts';
import type { Actor } from '../../../lib/actor.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import { type AdminContext, inTransaction } from '../../accounts/system/admin-context.ts';
import { served } from '../area-directory.ts';
import { loadDocuments } from '../area-store.ts';
import { lockAreas, notifyAreasChanged } from './area-admin-store.ts';
import {
  bookedHours,
  deleteOverride,
  findOverride,
  insertOverride,
  type StoredOverride,
} from './override-store.ts';

export type NewOverride = Omit<CapacityOverride, 'id' | 'createdAtMs'> & { readonly reason: string | null };

/** An hour bucket with more bookings than capacity. */
export interface Overbooked {
  readonly product: Product;
  readonly timeZone: string;
  readonly startMs: number;
  readonly reserved: number;
  readonly places: number;
}

type PlanningContext = Pick<AdminContext, 'system' | 'clock' | 'ids'>;

const DAY_MS = 86_400_000;
/** Longer than the booking horizon. */
const MAX_DAYS = 366;

/** Returns the hour buckets that the override would overbook. Writes nothing. */
export async function previewOverride(
  { system, clock }: Pick<AdminContext, 'system' | 'clock'>,
  input: NewOverride,
): Promise<readonly Overbooked[]> {
  const area = await areaFor(system, input);
  const draft = { ...input, id: 'ffffffff', createdAtMs: Number.MAX_SAFE_INTEGER };
  return overbookedBy(system, { ...area, overrides: [...area.overrides, draft] }, draft, clock.now());
}

export async function createOverride(
  admin: PlanningContext,
  input: NewOverride,
  actor: Actor,
): Promise<{ readonly override: StoredOverride; readonly overbooked: readonly Overbooked[] }> {
  return inTransaction(admin.system, async (trx) => {
    await lockAreas(trx);
    const area = await areaFor(trx, input);
    const override = { ...input, id: admin.ids.next(), createdAtMs: admin.clock.now().getTime() };
    await insertOverride(trx, override, actor.id);
    await recordAndNotify(trx, admin, actor, override, 'capacity.override_created');
    const stored = await findOverride(trx, override.id);
    if (!stored) throw new Error(`capacity override ${override.id} not found after insert`);
    const areaWithOverride = { ...area, overrides: [...area.overrides, override] };
    return {
      override: stored,
      overbooked: await overbookedBy(trx, areaWithOverride, override, admin.clock.now()),
    };
  });
}

export async function removeOverride(
  admin: PlanningContext,
  id: string,
  actor: Actor,
): Promise<StoredOverride> {
  return inTransaction(admin.system, async (trx) => {
    await lockAreas(trx);
    const override = isUuid(id) ? await findOverride(trx, id) : undefined;
    if (!override) throw Problem.of('not_found', 'No capacity override has this id.');
    await deleteOverride(trx, id);
    await recordAndNotify(trx, admin, actor, override, 'capacity.override_removed');
    return override;
  });
}

async function recordAndNotify(
  trx: AdminContext['system'],
  admin: PlanningContext,
  actor: Actor,
  { id, areaSlug, kind }: CapacityOverride,
  action: string,
): Promise<void> {
  const changed = [areaSlug, kind];
  await recordAudit(trx, admin, actor, {
    accountId: null,
    action,
    subject: { kind: 'capacity_override', id },
    changed,
  });
  await notifyAreasChanged(trx);
}

/** Validates the input, then resolves its area and product. */
async function areaFor(system: AdminContext['system'], input: NewOverride): Promise<ServedArea> {
  validateOverride(input);
  const { areas } = served(await loadDocuments(system));
  const area = areas.find(({ slug }) => slug === input.areaSlug);
  if (!area) {
    const message = `area ${JSON.stringify(input.areaSlug)} does not exist; it must be one of ${areas.map(({ slug }) => slug).join(', ')}.`;
    throw Problem.of('invalid_parameter', message, { param: 'area' });
  }
  if (input.product !== null && !area.products[input.product])
    throw Problem.of('invalid_parameter', `${area.slug} does not offer ${input.product}.`, {
      param: 'product',
    });
  return area;
}

function validateOverride({
  kind,
  product,
  capacity,
  firstDay,
  lastDay,
  fromHour,
  toHour,
}: NewOverride): void {
  const invalid = (param: string, message: string) => Problem.of('invalid_parameter', message, { param });
  if (lastDay < firstDay) throw invalid('last_day', 'last_day must not be before first_day.');
  if ((Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS >= MAX_DAYS)
    throw invalid('last_day', `last_day must be at most ${MAX_DAYS - 1} days after first_day.`);
  if (toHour <= fromHour) throw invalid('to', 'to must be after from.');
  if (kind === 'capacity' && capacity === null)
    throw Problem.of('missing_parameter', 'capacity is required if kind is capacity.', {
      param: 'capacity',
    });
  if (kind !== 'capacity' && capacity !== null)
    throw invalid('capacity', `A ${kind} sets the capacity to 0. Leave capacity out, or send kind capacity.`);
  if (kind === 'holiday' && product !== null)
    throw invalid('product', 'A holiday applies to every product. To close one product, send kind block.');
  if (kind === 'holiday' && (fromHour !== 0 || toHour !== 24))
    throw invalid('from', 'A holiday closes the whole day. To close some hours, send kind block.');
}

/** Future hour buckets that this override applies to and that hold more bookings than its capacity. */
async function overbookedBy(
  system: AdminContext['system'],
  area: ServedArea,
  override: CapacityOverride,
  now: Date,
): Promise<readonly Overbooked[]> {
  // Days are local to the time zone of each bucket, which is at most one day from UTC.
  const from = new Date(Math.max(now.getTime(), Date.parse(override.firstDay) - DAY_MS));
  const until = new Date(Date.parse(override.lastDay) + 2 * DAY_MS);
  const taken = await bookedHours(system, { areaSlug: area.slug, from, until });
  return taken.flatMap(({ product: name, timeZone, startMs, reserved }) => {
    const product = PRODUCTS.find((known) => known === name);
    if (!product) return [];
    const decisive = effectiveOverride(area, { product, timeZone, startMs });
    const places = decisive?.capacity ?? 0;
    return decisive?.id === override.id && reserved > places
      ? [{ product, timeZone, startMs, reserved, places }]
      : [];
  });
}
