// Props shared by the components of the tracking page.

import type { TimeFormatter } from '../ui/time-format.ts';
import type { TrackingView } from './api.generated.ts';
import type { Words } from './messages.ts';

export interface PageProps {
  readonly view: TrackingView;
  readonly words: Words;
  readonly times: TimeFormatter;
}
