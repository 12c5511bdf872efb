// One changed value of the area and price documents: old and new, named as in the form.
import type { Change } from './draft-changes.ts';
import { labelOf } from './draft-labels.ts';

export function ChangeLine({ change }: { readonly change: Change }) {
  const { document, path, before, after, version } = change;
  const { area, field, format } = labelOf(document, path, version);
  const [old, now] = [format(before), format(after)];
  return (
    <li className="[overflow-wrap:anywhere]">
      <span className="text-muted">{area},</span> {field}:{' '}
      {isPart(before) && after === undefined ? (
        <span className="text-danger">removed</span>
      ) : isPart(after) && before === undefined ? (
        <span className="text-accent">added</span>
      ) : old === now ? (
        'changed'
      ) : (
        <>
          <del className="text-danger">{old}</del> <ins className="text-accent no-underline">{now}</ins>
        </>
      )}
    </li>
  );
}

/** An area, a price book, a product or an add-on. */
const isPart = (value: unknown) => typeof value === 'object' && value !== null;
