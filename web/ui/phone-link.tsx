// Phone number as a link that calls it.
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

interface PhoneLinkProps {
  /** E.164. */
  readonly number: string;
  /** Who answers, for screen readers. */
  readonly who: string;
  /** Only the icon: the name of the person stands before the link. */
  readonly isIcon?: boolean;
  /** Not reachable by Tab, where hundreds of links would be: the number is in the dialog too. */
  readonly isSkippedByTab?: boolean;
  readonly className?: string;
}

export function PhoneLink({
  number,
  who,
  isIcon = false,
  isSkippedByTab = false,
  className,
}: PhoneLinkProps) {
  const text = formatPhone(number);
  return (
    <a
      href={`tel:${number}`}
      aria-label={`Call ${who}: ${text}`}
      title={`Call ${who}: ${text}`}
      tabIndex={isSkippedByTab ? -1 : undefined}
      className={classNames(
        'inline-flex items-center gap-1 rounded-sm align-middle font-medium whitespace-nowrap text-accent hover:underline pointer-coarse:min-h-10',
        isIcon ? 'px-1 pointer-coarse:min-w-10 pointer-coarse:justify-center' : '',
        className,
      )}
    >
      <Icon name="phone" className="size-3.5" />
      {!isIcon && text}
    </a>
  );
}

/** "+1 212-555-0142"; numbers of other countries stay as they are. */
export function formatPhone(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3');
}
