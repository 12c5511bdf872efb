// Row of one booking of a lost crew: whether it is moved, to which crew, and when that crew arrives.
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { Select } from '../../ui/select.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { CrewReplacement } from '../api.ts';
import { type CandidateCrew, candidateVerdict, formatCandidate } from '../board/crew-candidates.ts';
import { windowText } from '../bookings/window-text.ts';
import type { ReplacementChoice } from './replacements.ts';

interface ReplacementRowProps {
  readonly job: CrewReplacement;
  readonly choice: ReplacementChoice;
  /** Name and phone number of the lost crew. */
  readonly name: string;
  readonly phone: string | null;
  readonly mayAssign: boolean;
  /** Confirmation code of another booking that the chosen crew would carry out at the same time. */
  readonly overlap: string | null;
  readonly onChoose: (choice: ReplacementChoice) => void;
}

const stageBadges = {
  not_started: null,
  started: { tone: 'warn', words: 'Crew on its way' },
  loaded: { tone: 'bad', words: 'Goods in the vehicle' },
} as const;

export function ReplacementRow(props: ReplacementRowProps) {
  const { job, choice, name, phone, mayAssign, overlap, onChoose } = props;
  const { booking, stage, candidates } = job;
  const { isIncluded, crewId } = choice;
  const badge = stageBadges[stage];
  const chosen = candidates.find(({ crew }) => crew.id === crewId);
  return (
    <li className="grid items-start gap-x-5 gap-y-2 px-4 py-3 sm:px-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex items-start gap-2.5">
        {mayAssign && (
          <input
            type="checkbox"
            aria-label={`Reassign ${booking.hid}`}
            className="mt-0.5 size-5 shrink-0 accent-accent pointer-coarse:size-6"
            checked={isIncluded}
            onChange={(event) => onChoose({ ...choice, isIncluded: event.currentTarget.checked })}
          />
        )}
        <div className="grid min-w-0 gap-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              href={`/bookings/${booking.id}`}
              className="font-mono font-semibold text-accent underline underline-offset-2"
            >
              {booking.hid}
            </Link>
            <span className="font-medium">{booking.customer ?? booking.partner}</span>
            {badge && <Badge tone={badge.tone}>{badge.words}</Badge>}
          </p>
          <p className="text-[0.8125rem] text-muted">Window {windowText(booking.window)}</p>
          {stage === 'started' && (
            <p className="text-[0.8125rem]">Another crew starts over at the first stop.</p>
          )}
          {stage === 'loaded' && (
            <p className="text-[0.8125rem]">
              Agree with {name} where another crew takes over the goods, then choose that crew here.{' '}
              {phone !== null && <PhoneLink number={phone} who={name} />}
            </p>
          )}
        </div>
      </div>
      <div className="grid gap-1">
        <Select
          label={`New crew of ${booking.hid}`}
          isLabelHidden
          disabled={!mayAssign}
          value={crewId ?? ''}
          options={[
            { value: '', label: candidates.some(({ fits }) => fits) ? 'Choose a crew' : 'No crew fits' },
            ...groupsOf(candidates, timeFormat(booking.time_zone)),
          ]}
          onChange={(id) => onChoose({ isIncluded: id !== '', crewId: id === '' ? null : id })}
        />
        {!chosen && !candidates.some(({ fits }) => fits) && (
          <p className="text-[0.8125rem] text-muted">Open the booking to choose another time or crew.</p>
        )}
        {chosen && (
          <p
            className={classNames(
              'text-[0.8125rem]',
              candidateVerdict(chosen) === 'fits' ? 'text-accent' : 'text-signal',
            )}
          >
            {formatCandidate(chosen, timeFormat(booking.time_zone))}
            {crewId === job.proposed_crew_id && ' · proposed: arrives first'}
          </p>
        )}
        {overlap !== null && (
          <p className="text-[0.8125rem] font-medium text-danger">Also chosen for {overlap} at this time.</p>
        )}
      </div>
    </li>
  );
}

const timeFormat = (timeZone: string | null) => (at: string) => englishTimes.time(at, timeZone ?? undefined);

/** Crews that the server would refuse are left out. */
function groupsOf(candidates: readonly CandidateCrew[], formatTime: (at: string) => string) {
  const options = (verdict: ReturnType<typeof candidateVerdict>) =>
    candidates
      .filter((candidate) => candidateVerdict(candidate) === verdict)
      .map((candidate) => ({
        value: candidate.crew.id,
        label: `${candidate.crew.name} · ${formatCandidate(candidate, formatTime)}`,
      }));
  return [
    { label: 'Fits', options: options('fits') },
    { label: 'Late, or does not fit', options: options('warns') },
  ].filter((group) => group.options.length > 0);
}
