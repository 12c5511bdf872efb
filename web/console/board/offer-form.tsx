// Form that offers a booking to crews: those that can take it, best fit first, and the time in which they can answer.
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { serverNow } from '../../client/server-clock.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { BoardBooking } from '../api.ts';
import { useBookingAction } from '../bookings/use-booking-action.ts';
import { offeredTo } from './board-labels.ts';
import { candidateCrewsQuery } from './board-queries.ts';
import {
  type CandidateCrew,
  candidateVerdict,
  formatCandidate,
  formatObjections,
} from './crew-candidates.ts';

const openMinutes = [2, 5, 10, 15, 30, 60, 120];

interface OfferFormProps {
  readonly bookingId: string;
  readonly hid: string;
  readonly offer: BoardBooking['offer'];
  readonly formatTime: (at: string) => string;
  /** The booking was offered to crews. */
  readonly onOffered: () => void;
}

export function OfferForm({ bookingId, hid, offer, formatTime, onOffered }: OfferFormProps) {
  const { data, error, refetch } = useQuery(candidateCrewsQuery(bookingId));
  const action = useBookingAction(bookingId);
  const [chosenIds, setChosenIds] = useState<readonly string[]>([]);
  const [minutes, setMinutes] = useState('5');
  if (error) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={3} label="Loading candidate crews" />;
  const offeredIds = new Set(offer?.crews.map(({ id }) => id));
  const able = data.data.filter((choice) => candidateVerdict(choice) !== 'refuses');
  const chosen = able
    .map(({ crew }) => crew)
    .filter(({ id }) => chosenIds.includes(id) && !offeredIds.has(id));

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const until = formatTime(new Date(serverNow() + Number(minutes) * 60_000).toISOString());
    action.mutate(
      {
        path: '/offers',
        body: { crew_ids: chosen.map(({ id }) => id), open_minutes: Number(minutes) },
        done: `${hid} is offered to ${offeredTo({ crews: chosen })} until ${until}.`,
      },
      { onSuccess: onOffered },
    );
  }

  return (
    <form onSubmit={submit} className="grid gap-3 text-ink">
      <p className="text-muted">The first crew that accepts on its phone gets the booking.</p>
      <fieldset className="grid gap-1">
        <legend className="pb-1 font-semibold">Crews that can take it</legend>
        {able.length === 0 && <p className="text-muted">No crew can take this booking.</p>}
        <div className="scroll-shadow grid max-h-[min(16rem,35dvh)] auto-rows-max overflow-y-auto">
          {able.map((choice) => (
            <CrewOption
              key={choice.crew.id}
              choice={choice}
              words={
                offeredIds.has(choice.crew.id)
                  ? 'Offered already'
                  : choice.fits
                    ? formatCandidate(choice, formatTime)
                    : `But: ${formatObjections(choice)}`
              }
              isOffered={offeredIds.has(choice.crew.id)}
              isChosen={chosenIds.includes(choice.crew.id)}
              onChange={(isChosen) =>
                setChosenIds((ids) =>
                  isChosen ? [...ids, choice.crew.id] : ids.filter((id) => id !== choice.crew.id),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <Select
        label="Time to answer"
        value={minutes}
        options={openMinutes.map((value) => ({ value: `${value}`, label: `${value} minutes` }))}
        onChange={setMinutes}
      />
      {action.error && <FieldError>{action.error.message}</FieldError>}
      <Button
        type="submit"
        look="primary"
        disabled={chosen.length === 0 || action.isPending}
        className="justify-self-end"
      >
        {chosen.length === 0
          ? 'Offer'
          : `Offer to ${chosen.length === 1 ? '1 crew' : `${chosen.length} crews`}`}
      </Button>
    </form>
  );
}

interface CrewOptionProps {
  readonly choice: CandidateCrew;
  readonly words: string;
  readonly isOffered: boolean;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function CrewOption({ choice, words, isOffered, isChosen, onChange }: CrewOptionProps) {
  const isFit = candidateVerdict(choice) === 'fits';
  return (
    <label className="flex min-h-9 items-center gap-2.5 rounded-lg px-1 hover:bg-hover pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isChosen || isOffered}
        disabled={isOffered}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span className="min-w-[35%] flex-1 font-semibold">{choice.crew.name}</span>
      <span
        className={`text-right text-[0.8125rem] ${isOffered ? 'text-muted' : isFit ? 'text-accent' : 'text-signal'}`}
      >
        {words}
      </span>
    </label>
  );
}
