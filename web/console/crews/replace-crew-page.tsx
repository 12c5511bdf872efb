// Page that replaces a lost crew: all its bookings with a proposed crew each, moved in one step with one result and one undo.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { ReassignmentResultList } from '../api.ts';
import { ReasonField } from '../board/reason-field.tsx';
import { useHasRole, useWrite } from '../session-context.tsx';
import { crewsQuery, replacementsQuery } from './crew-queries.ts';
import { ReplacementRow } from './replacement-row.tsx';
import {
  type ChosenMove,
  choiceOf,
  chosenMoves,
  isOfToday,
  type MoveResult,
  overlappingHid,
  type ReplacementChoices,
  resultSummary,
  todayOnly,
} from './replacements.ts';

interface Reassignment {
  readonly booking_id: string;
  readonly from_crew_id: string;
  readonly crew_id: string;
}

interface AppliedMove extends Reassignment, MoveResult {}

export function ReplaceCrewPage({ crewId }: { readonly crewId: string }) {
  const { data: crews } = useQuery(crewsQuery);
  const { data, error, refetch } = useQuery(replacementsQuery(crewId));
  const mayAssign = useHasRole('dispatcher');
  const [choices, setChoices] = useState<ReplacementChoices>(new Map());
  const [reason, setReason] = useState('Crew unavailable');
  const reassign = useReassignments();
  const crew = crews?.data.find(({ id }) => id === crewId);
  const name = crew?.name ?? 'this crew';
  const phone = crew?.members.find(({ phone_number }) => phone_number !== null)?.phone_number ?? null;
  const jobs = data?.data ?? [];
  const moves = chosenMoves(jobs, choices);
  const hasOtherDays = jobs.some(isOfToday) && !jobs.every(isOfToday);
  return (
    <>
      <PageHead
        title={`Reassign the bookings of ${name}`}
        back={{ href: '/crews', label: 'Crews' }}
        lead="For a crew that is lost: a broken vehicle, an illness, a shift that ends early. Each booking is proposed to the crew that fits and arrives first."
      />
      <Result {...{ reassign, name }} />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows rows={4} label="Loading the bookings of the crew" />}
      {data && jobs.length === 0 && (
        <Card>
          <EmptyState
            icon="check"
            title="No bookings to reassign"
            actions={<ButtonLink href={`/crews?crew=${crewId}`}>Back to the crew</ButtonLink>}
          >
            {name} has no open booking. Bookings that are assigned to it appear here.
          </EmptyState>
        </Card>
      )}
      {jobs.length > 0 && (
        <Card
          title={jobs.length === 1 ? '1 booking' : `${jobs.length} bookings`}
          isFlush
          aside={
            mayAssign &&
            hasOtherDays && (
              <span className="flex flex-wrap gap-1.5">
                <Button size="small" onClick={() => setChoices(todayOnly(jobs))}>
                  Select today only
                </Button>
                <Button size="small" onClick={() => setChoices(new Map())}>
                  Select all days
                </Button>
              </span>
            )
          }
        >
          <ul className="divide-y" aria-label={`Bookings of ${name}`}>
            {jobs.map((job) => {
              const choice = choiceOf(job, choices);
              const move = moves.find((each) => each.job === job);
              return (
                <ReplacementRow
                  key={job.booking.id}
                  {...{ job, choice, name, phone, mayAssign }}
                  overlap={move ? overlappingHid(move, moves) : null}
                  onChoose={(next) => setChoices(new Map(choices).set(job.booking.id, next))}
                />
              );
            })}
          </ul>
          {mayAssign && (
            <div className="grid gap-4 border-t px-4 py-4 sm:px-5">
              <ReasonField reason={reason} onChange={setReason} />
              <p className="text-[0.8125rem] text-muted">Partners see the reason.</p>
              <div>
                <Button
                  look="primary"
                  icon="people"
                  busy={reassign.isPending}
                  disabled={moves.length === 0}
                  onClick={() => reassign.mutate({ moves: moves.map(moveOf(crewId)), reason: reason.trim() })}
                >
                  {moves.length === 1 ? 'Reassign 1 booking' : `Reassign ${moves.length} bookings`}
                </Button>
              </div>
            </div>
          )}
        </Card>
      )}
    </>
  );
}

const moveOf =
  (from: string) =>
  ({ job: { booking }, crewId }: ChosenMove) => ({
    booking_id: booking.id,
    hid: booking.hid,
    from_crew_id: from,
    crew_id: crewId,
  });

interface Request {
  readonly moves: readonly (Reassignment & { readonly hid: string })[];
  /** Empty: none. */
  readonly reason: string;
  readonly isUndo?: boolean;
}

/** The bookings, boards and maps are loaded again, also after an error: some bookings may have been moved. */
function useReassignments() {
  const write = useWrite();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ moves, reason }: Request): Promise<AppliedMove[]> => {
      const { data } = await write<ReassignmentResultList>('POST', '/reassignments', {
        reassignments: moves.map(({ hid: _hid, ...move }) => move),
        ...(reason !== '' && { reason }),
      });
      return data.map((result, index) => ({ ...result, hid: moves[index]?.hid ?? '' }));
    },
    onSettled: () =>
      Promise.all(
        ['crews', 'board', 'booking', 'bookings', 'positions', 'exceptions'].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
}

interface ResultProps {
  readonly reassign: ReturnType<typeof useReassignments>;
  readonly name: string;
}

function Result({ reassign: { data, error, variables, mutate, isPending }, name }: ResultProps) {
  if (error)
    return (
      <Notice tone="bad" title="The bookings were not all reassigned">
        {error.message} The list below shows what is left.
      </Notice>
    );
  if (!data) return null;
  const refused = data.filter(({ refusal }) => refusal !== null);
  const moved = data.filter(({ refusal }) => refusal === null);
  const undo = () =>
    mutate({
      isUndo: true,
      reason: '',
      moves: moved.map(({ booking_id, hid, from_crew_id, crew_id }) => ({
        booking_id,
        hid,
        from_crew_id: crew_id,
        crew_id: from_crew_id,
      })),
    });
  const isUndone = variables?.isUndo === true;
  return (
    <div role="status">
      <Notice
        tone={refused.length > 0 ? 'warn' : 'good'}
        title={
          isUndone
            ? `Undone: ${resultSummary(data).replace(' moved', ` moved back to ${name}`)}`
            : resultSummary(data)
        }
        actions={
          !isUndone &&
          moved.length > 0 && (
            <Button size="small" icon="undo" busy={isPending} onClick={undo}>
              Undo
            </Button>
          )
        }
      >
        {refused.length > 0 && (
          <ul className="grid gap-0.5">
            {refused.map(({ booking_id, hid, refusal }) => (
              <li key={booking_id}>
                <span className="font-mono font-semibold">{hid}</span>: {refusal}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}
