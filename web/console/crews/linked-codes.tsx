// Message whose confirmation codes are links to the bookings: a crew that breaks down has several.
import { Fragment } from 'react';
import { Link } from 'wouter';

const codes = /\b([0-9A-Z]{8})\b/;

export function LinkedCodes({ text }: { readonly text: string }) {
  return text.split(codes).map((part, nth) =>
    nth % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <Fragment key={nth}>{part}</Fragment>
    ) : (
      <Link
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
        key={nth}
        href={`/bookings/${part}`}
        className="font-mono font-semibold underline underline-offset-2"
      >
        {part}
      </Link>
    ),
  );
}
