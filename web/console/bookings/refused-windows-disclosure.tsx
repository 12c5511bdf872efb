// Disclosure of the reasons why other windows of a booking are not free. The reasons are loaded when it is opened.
import { lazy, Suspense, useState } from 'react';
import { SkeletonRows } from '../../ui/skeleton.tsx';

const RefusedWindows = lazy(async () => ({
  default: (await import('./refused-windows.tsx')).RefusedWindows,
}));

interface RefusedWindowsDisclosureProps {
  readonly bookingId: string;
  readonly timeZone: string;
  /** Label of the only day to list; null: all days. */
  readonly day: string | null;
}

export function RefusedWindowsDisclosure(props: RefusedWindowsDisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)} className="text-[0.8125rem] text-ink">
      <summary className="min-h-9 cursor-pointer py-1 font-medium pointer-coarse:min-h-11">
        Why are other times not free?
      </summary>
      {isOpen && (
        <Suspense fallback={<SkeletonRows rows={2} label="Loading the reasons" />}>
          <RefusedWindows {...props} />
        </Suspense>
      )}
    </details>
  );
}
