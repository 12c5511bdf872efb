// Relative time with the exact local time in a tooltip on hover and focus.
import { formatExactTime, formatRelativeTime } from './format-time.ts';
import { useNow } from './use-now.ts';

interface RelativeTimeProps {
  readonly at: string;
  /** Not focusable: in lists the row is the focusable element, and its page shows the exact time. */
  readonly isInList?: boolean;
  /** Alignment of the tooltip. */
  readonly tip?: 'middle' | 'start' | 'end';
}

export function RelativeTime({ at, isInList = false, tip = 'middle' }: RelativeTimeProps) {
  const now = useNow();
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} tabIndex={isInList ? undefined : 0} className="has-tip rounded-sm whitespace-nowrap">
      {formatRelativeTime(atMs, now)}
      <span data-tip={tip}>{formatExactTime(atMs)}</span>
    </time>
  );
}
