// What every part of the day is drawn from: the work, the reader's way of saying things, and the phone that is told.
import type { CrewDay, CrewJob, CrewStop } from '../../../src/features/crew/crew-wire.ts';
import type { TimeSayer } from '../../ui/localized-time.ts';
import type { Words } from '../messages.ts';
import type { PhoneModel, PhoneView } from '../offline/offline-model.ts';

export interface DayProps {
  readonly words: Words;
  readonly times: TimeSayer;
  readonly view: PhoneView;
  readonly phone: PhoneModel;
  readonly day: CrewDay;
}

export interface StopProps extends DayProps {
  readonly job: CrewJob;
  readonly stop: CrewStop;
}
