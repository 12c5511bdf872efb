// Props shared by the components of the day page.

import type { TimeFormatter } from '../../ui/time-format.ts';
import type { CrewDay, CrewJob, CrewStop } from '../api.generated.ts';
import type { Words } from '../messages.ts';
import type { OfflineModel, OfflineView } from '../offline/offline-model.ts';

export interface DayProps {
  readonly words: Words;
  readonly times: TimeFormatter;
  readonly view: OfflineView;
  readonly phone: OfflineModel;
  readonly day: CrewDay;
}

export interface StopProps extends DayProps {
  readonly job: CrewJob;
  readonly stop: CrewStop;
}
