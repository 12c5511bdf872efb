// Combobox that filters the candidate crews of a booking: best fit first, with the arrival time or the reasons against.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { candidateCrewsQuery } from './board-queries.ts';
import {
  type CandidateCrew,
  candidateVerdict,
  formatCandidate,
  formatCurrentCrew,
} from './crew-candidates.ts';

interface CandidateListProps {
  readonly bookingId: string;
  /** Current crew, which is not listed. */
  readonly crewId: string | null;
  readonly formatTime: (at: string) => string;
  readonly onAssign: (choice: CandidateCrew) => void;
}

export function CandidateList({ bookingId, crewId, formatTime, onAssign }: CandidateListProps) {
  const { data, error, refetch } = useQuery(candidateCrewsQuery(bookingId));
  const [text, setText] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const listId = useId();
  if (error) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={3} label="Loading candidate crews" />;
  const { data: candidates, current } = data;
  const shown = candidates.filter(
    ({ crew }) => crew.id !== crewId && crew.name.toLowerCase().includes(text.trim().toLowerCase()),
  );
  const chosen = Math.min(activeIndex, shown.length - 1);
  const choose = (choice: CandidateCrew | undefined) => {
    if (choice && candidateVerdict(choice) !== 'refuses') onAssign(choice);
  };

  function handleKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActiveIndex((chosen + step + shown.length) % Math.max(1, shown.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(shown[chosen]);
    }
  }

  return (
    <div className="grid gap-2 text-ink">
      {current && crewId !== null && (
        <p className={current.minutes_late > 0 ? 'font-medium text-danger' : 'text-muted'}>
          {formatCurrentCrew(current, formatTime)}
        </p>
      )}
      <TextField
        label={crewId === null ? 'Assign to' : 'Reassign to'}
        placeholder="Type to filter crews"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={shown[chosen] ? `${listId}-${shown[chosen].crew.id}` : undefined}
        autoComplete="off"
        // On a phone, the keyboard would cover the crews.
        autoFocus={!matchMedia('(pointer: coarse)').matches}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActiveIndex(0);
        }}
        onKeyDown={handleKey}
      />
      <p role="status" className="sr-only">
        {shown.length === 1 ? '1 crew' : `${shown.length} crews`}
        {shown[chosen] ? `. ${shown[chosen].crew.name}: ${formatCandidate(shown[chosen], formatTime)}` : ''}
      </p>
      {shown.length === 0 && (
        <p className="text-muted">
          {candidates.length === 0
            ? 'There are no crews yet. Create one on the Crews page.'
            : 'No crew has a matching name.'}
        </p>
      )}
      <ul
        id={listId}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox
        role="listbox"
        aria-label="Crews"
        className="scroll-shadow grid max-h-[min(20rem,45dvh)] auto-rows-max gap-px overflow-y-auto"
      >
        {shown.map((choice, nth) => (
          <CandidateOption
            key={choice.crew.id}
            id={`${listId}-${choice.crew.id}`}
            choice={choice}
            words={formatCandidate(choice, formatTime)}
            isChosen={nth === chosen}
            onChoose={() => choose(choice)}
          />
        ))}
      </ul>
    </div>
  );
}

interface CandidateOptionProps {
  readonly id: string;
  readonly choice: CandidateCrew;
  readonly words: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const verdictClasses = { fits: 'text-accent', warns: 'text-signal', refuses: 'text-danger' } as const;
const verdictIcons = { fits: 'check', warns: 'alert', refuses: 'close' } as const;

function CandidateOption({ id, choice, words, isChosen, onChoose }: CandidateOptionProps) {
  const verdict = candidateVerdict(choice);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys
    <li
      id={id}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' });
      }}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: one of the list of a combobox
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={verdict === 'refuses'}
      onClick={onChoose}
      className={classNames(
        'flex min-h-11 items-center gap-2.5 rounded-lg px-2.5 py-1',
        isChosen ? 'bg-tint' : 'hover:bg-hover',
        verdict === 'refuses' ? 'cursor-not-allowed' : 'cursor-pointer',
      )}
    >
      <Icon name={verdictIcons[verdict]} className={verdictClasses[verdict]} />
      <span className="min-w-[35%] flex-1 font-semibold">{choice.crew.name}</span>
      <span className={classNames('text-right text-[0.8125rem]', verdictClasses[verdict])}>{words}</span>
    </li>
  );
}
