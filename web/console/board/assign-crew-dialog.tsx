// Dialog that assigns or replaces the crew of a booking, or offers it to crews, outside the board: on the pages of exceptions, of
// the map and of the booking.
import { Dialog } from '../../ui/dialog.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { BoardBooking } from '../api.ts';
import { offerNote } from './board-labels.ts';
import type { CandidateCrew } from './crew-candidates.ts';
import { CrewChoice } from './crew-choice.tsx';

interface AssignCrewDialogProps {
  readonly bookingId: string;
  readonly hid: string;
  readonly crewId: string | null;
  /** What the booking is: customer, window, current crew. */
  readonly note: string;
  readonly offer: BoardBooking['offer'];
  /** Time zone of the arrival window. */
  readonly timeZone: string;
  readonly onAssign: (choice: CandidateCrew) => void;
  readonly onClose: () => void;
}

export function AssignCrewDialog(props: AssignCrewDialogProps) {
  const { bookingId, hid, crewId, note, offer, timeZone, onAssign, onClose } = props;
  const formatTime = (at: string) => englishTimes.time(at, timeZone);
  return (
    <Dialog title={crewId === null ? `Assign a crew to ${hid}` : `Reassign ${hid}`} onClose={onClose}>
      <p>{note}</p>
      {offer && <p className="font-medium text-ink">{offerNote(offer, formatTime)}</p>}
      <CrewChoice {...{ bookingId, hid, crewId, offer, formatTime, onAssign }} onOffered={onClose} />
    </Dialog>
  );
}
