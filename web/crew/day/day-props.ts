// Props shared by the components of the day page.

import type { TimeFormatter } from '../../ui/time-format.ts';
import type { CrewJob, CrewStop } from '../api.generated.ts';
import type { Words } from '../messages.ts';
import type { OfflineModel, OfflineView } from '../offline/offline-model.ts';
import type { OptimisticDay } from '../offline/optimistic-day.ts';

export interface DayProps {
  readonly words: Words;
  readonly times: TimeFormatter;
  readonly view: OfflineView;
  readonly phone: OfflineModel;
  readonly day: OptimisticDay;
}

export interface StopProps extends DayProps {
  readonly job: CrewJob;
  readonly stop: CrewStop;
}
