// Props shared by the components of the tracking page.

import type { LocalizedTimeFormatter } from '../ui/localized-time.ts';
import type { TrackingView } from './api.generated.ts';
import type { Words } from './messages.ts';

export interface PageProps {
  readonly view: TrackingView;
  readonly words: Words;
  readonly times: LocalizedTimeFormatter;
}
