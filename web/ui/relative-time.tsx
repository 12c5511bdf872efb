// Relative times with the exact local time in a tooltip on hover and focus: the age of an event, and the time until
// something is due.
import { englishTimes, TimeFormatter } from './time-format.ts';
import { useNow } from './use-now.ts';

interface RelativeTimeProps {
  readonly at: string;
  /** Not focusable: in lists the row is the focusable element, and its page shows the exact time. */
  readonly isInList?: boolean;
  /** Alignment of the tooltip. */
  readonly tip?: 'middle' | 'start' | 'end';
}

/** Age of an event: "3m ago". */
export function RelativeTime(props: RelativeTimeProps) {
  return <TimeWithTip {...props} phrase={new TimeFormatter('en', useNow()).ago(props.at, 'narrow')} />;
}

/** Time until something is due: "in 3m", then "now". */
export function DueTime(props: RelativeTimeProps) {
  return <TimeWithTip {...props} phrase={new TimeFormatter('en', useNow()).until(props.at, 'narrow')} />;
}

/** How long a state has lasted: "42 min". */
export function TimeSince(props: RelativeTimeProps) {
  const minutes = Math.max(1, Math.floor((useNow() - Date.parse(props.at)) / 60_000));
  return <TimeWithTip {...props} phrase={englishTimes.duration(minutes * 60_000)} />;
}

function TimeWithTip({
  at,
  isInList = false,
  tip = 'middle',
  phrase,
}: RelativeTimeProps & { readonly phrase: string }) {
  return (
    <time dateTime={at} tabIndex={isInList ? undefined : 0} className="has-tip rounded-sm whitespace-nowrap">
      {phrase}
      <span data-tip={tip}>{englishTimes.exact(at)}</span>
    </time>
  );
}
