// A time as people say it, with the exact one on hover and focus, in the reader's own zone.
import { sayExact, sayRelative } from './format-time.ts';
import { useNow } from './use-now.ts';

interface RelativeTimeProps {
  readonly at: string;
  /** In long lists the row itself is reached by keyboard, and its page shows the exact time. */
  readonly isInList?: boolean;
  /** To which side the exact time grows. */
  readonly tip?: 'middle' | 'start' | 'end';
}

export function RelativeTime({ at, isInList = false, tip = 'middle' }: RelativeTimeProps) {
  const now = useNow();
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} tabIndex={isInList ? undefined : 0} className="has-tip rounded-sm whitespace-nowrap">
      {sayRelative(atMs, now)}
      <span data-tip={tip}>{sayExact(atMs)}</span>
    </time>
  );
}
