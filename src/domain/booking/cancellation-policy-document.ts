// Cancellation policies as JSON documents: parser and serializer.
import { type DocumentFault, DocumentReader, join } from '../../lib/document-reader.ts';
import type { Result } from '../../lib/result.ts';
import type { CancellationPolicy } from './cancellation-policy.ts';
import type { CancellationTier, TierFee, TierStart } from './cancellation-tier.ts';

const STARTS = ['notice', 'crew_assigned', 'crew_departed', 'crew_arrived'] as const;
const CENTS = { min: 0, max: 100_000_000, whole: true };
const PERCENT = { min: 0, max: 100 };
/** Windows start at most 30 days ahead by default, so longer notice periods have no use. */
const NOTICE_MINUTES = { min: 0, max: 30 * 24 * 60, whole: true };
const MAX_TIERS = 20;

export function parseCancellationPolicy(document: unknown): Result<CancellationPolicy, DocumentFault> {
  const reader = new DocumentReader();
  const root = reader.object(document, '', ['tiers']);
  const tiers = reader.list(root['tiers'], 'tiers', (item, path) => readTier(reader, item, path), 1);
  if (tiers.length > MAX_TIERS) reader.fail('tiers', `must hold at most ${MAX_TIERS} entries`);
  reader.distinct(
    tiers.map(({ from }) => (from.kind === 'notice' ? `notice of ${from.minutes} minutes` : from.kind)),
    (index) => `tiers[${index}].from`,
  );
  return reader.finish({ tiers });
}

export interface TierDocument {
  readonly from: (typeof STARTS)[number];
  readonly notice_minutes?: number;
  readonly fee: {
    readonly percent?: number;
    readonly cents?: number;
    readonly min_cents?: number;
    readonly max_cents?: number;
  };
}

export function cancellationPolicyDocument({ tiers }: CancellationPolicy): { tiers: TierDocument[] } {
  return {
    tiers: tiers.map(({ from, fee: { percent, cents, minCents, maxCents } }) => ({
      from: from.kind,
      ...(from.kind === 'notice' && { notice_minutes: from.minutes }),
      fee: {
        ...(percent !== undefined && { percent }),
        ...(cents !== undefined && { cents }),
        ...(minCents !== undefined && { min_cents: minCents }),
        ...(maxCents !== undefined && { max_cents: maxCents }),
      },
    })),
  };
}

function readTier(reader: DocumentReader, value: unknown, path: string): CancellationTier {
  const fields = reader.object(value, path, ['from', 'notice_minutes', 'fee']);
  return {
    from: readStart(reader, fields['from'], fields['notice_minutes'], path),
    fee: readFee(reader, fields['fee'], join(path, 'fee')),
  };
}

function readStart(reader: DocumentReader, from: unknown, notice: unknown, path: string): TierStart {
  const kind = reader.oneOf(from, join(path, 'from'), STARTS);
  const noticePath = join(path, 'notice_minutes');
  if (kind === 'notice') return { kind, minutes: reader.number(notice, noticePath, NOTICE_MINUTES) };
  if (notice !== undefined) reader.fail(noticePath, 'is allowed only if from is "notice"');
  return { kind };
}

function readFee(reader: DocumentReader, value: unknown, path: string): TierFee {
  const fields = reader.object(value, path, ['percent', 'cents', 'min_cents', 'max_cents']);
  const optional = (key: string, limits: typeof PERCENT) =>
    fields[key] === undefined ? undefined : reader.number(fields[key], join(path, key), limits);
  const fee = {
    percent: optional('percent', PERCENT),
    cents: optional('cents', CENTS),
    minCents: optional('min_cents', CENTS),
    maxCents: optional('max_cents', CENTS),
  };
  if (!fee.percent && !fee.cents) reader.fail(path, 'must have percent or cents above 0');
  if (fee.minCents !== undefined && fee.maxCents !== undefined && fee.minCents > fee.maxCents) {
    reader.fail(join(path, 'min_cents'), `must be at most max_cents, ${fee.maxCents}`);
  }
  return fee;
}
