// How a booking gets a crew, in the dialogs of the board, exceptions, the map and the booking page: a dispatcher assigns one, or
// offers a booking without a crew to several. The form of the offer is loaded when it is opened.
import { lazy, Suspense, useState } from 'react';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { BoardBooking } from '../api.ts';
import { CandidateList } from './candidate-list.tsx';
import type { CandidateCrew } from './crew-candidates.ts';

const OfferForm = lazy(async () => ({ default: (await import('./offer-form.tsx')).OfferForm }));

interface CrewChoiceProps {
  readonly bookingId: string;
  readonly hid: string;
  /** Current crew; null without one. */
  readonly crewId: string | null;
  readonly offer: BoardBooking['offer'];
  readonly formatTime: (at: string) => string;
  readonly onAssign: (choice: CandidateCrew) => void;
  /** The booking was offered to crews. */
  readonly onOffered: () => void;
}

type Way = 'assign' | 'offer';

export function CrewChoice(props: CrewChoiceProps) {
  const { bookingId, hid, crewId, offer, formatTime, onAssign, onOffered } = props;
  const [way, setWay] = useState<Way>('assign');
  const list = <CandidateList {...{ bookingId, crewId, formatTime, onAssign }} />;
  if (crewId !== null) return list;
  return (
    <Tabs<Way>
      label="How the booking gets a crew"
      tabs={[
        { value: 'assign', label: 'Assign a crew' },
        { value: 'offer', label: 'Offer to crews' },
      ]}
      value={way}
      onChange={setWay}
    >
      {way === 'assign' ? (
        list
      ) : (
        <Suspense fallback={<SkeletonRows rows={3} label="Loading candidate crews" />}>
          <OfferForm {...{ bookingId, hid, offer, formatTime, onOffered }} />
        </Suspense>
      )}
    </Tabs>
  );
}
