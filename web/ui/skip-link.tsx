// Skip link: the first focusable element, leads past the navigation to `#content`.

export const skipLinkClass =
  'sr-only z-50 rounded-lg bg-ink px-4 py-2 font-semibold text-card focus:not-sr-only focus:fixed focus:top-2 focus:left-2';

export function SkipLink() {
  return (
    <a href="#content" className={skipLinkClass}>
      Skip to content
    </a>
  );
}
