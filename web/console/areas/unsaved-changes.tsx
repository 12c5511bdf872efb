// Bar with the unsaved changes and their errors, named as in the form.
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Draft, PricePreview } from './area-documents.ts';
import { ChangeLine } from './change-line.tsx';
import { inDollars } from './dollar-field.tsx';
import type { Change } from './draft-changes.ts';
import { labelOf } from './draft-labels.ts';

interface UnsavedChangesProps {
  readonly draft: Draft;
  readonly changes: readonly Change[];
  readonly faults: PricePreview['faults'];
  /** What the server finds in the changes; undefined: not checked yet. */
  readonly check: Pick<PricePreview, 'lost' | 'unpriced'> | undefined;
  readonly checkError: Error | null;
  /** Names of areas with a polygon that is being drawn. */
  readonly unfinished: readonly string[];
  /** Of the last attempt to save. */
  readonly error: Error | null;
  readonly isSaving: boolean;
  readonly canSave: boolean;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
  /** Checks the changes again. */
  readonly onCheck: () => void;
}

const MAX_FAULTS = 5;

export function UnsavedChanges(props: UnsavedChangesProps) {
  const { draft, changes, faults, unfinished, error, isSaving, canSave, onDiscard, onSave } = props;
  const { lost = [], unpriced: offered = [] } = props.check ?? {};
  const isLost = ({ area, product }: PricePreview['unpriced'][number]) =>
    lost.some((each) => each.area === area && each.product === product);
  const unpriced = offered.filter((each) => !isLost(each));
  const nameOf = (slug: string) => draft.areas.areas.find((area) => area.slug === slug)?.name ?? slug;
  return (
    <section
      aria-label="Your changes"
      className="sticky bottom-3 z-20 grid gap-3 rounded-xl border bg-card p-4 shadow-float max-lg:bottom-18"
    >
      <div className="flex flex-wrap items-center gap-3">
        <p className="flex-1 font-semibold" role="status">
          {changes.length === 1 ? '1 change' : `${changes.length} changes`}
          {faults.length > 0 && (
            <span className="text-danger">
              , {faults.length === 1 ? '1 error' : `${faults.length} errors`}
            </span>
          )}
        </p>
        <Button onClick={onDiscard}>Discard</Button>
        <Button look="primary" busy={isSaving} disabled={!canSave} onClick={onSave}>
          Save
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="max-h-32 overflow-y-auto" aria-label="List of changes" tabIndex={0}>
        <ul className="grid gap-1 text-[0.8125rem]">
          {changes.map((change) => (
            <ChangeLine
              key={`${change.document} ${change.path} ${change.after === undefined}`}
              change={change}
            />
          ))}
        </ul>
      </section>
      {faults.length > 0 && (
        <ul className="text-[0.8125rem] text-danger">
          {faults.slice(0, MAX_FAULTS).map(({ document, path, message }) => {
            const { area, field, isMoney } = labelOf(document, path, draft);
            return (
              <li key={`${document} ${path}`}>
                <strong>
                  {area}, {field}
                </strong>{' '}
                {isMoney ? inDollars(message) : message}
              </li>
            );
          })}
        </ul>
      )}
      {lost.length > 0 && (
        <Notice tone="bad" title="Can no longer be booked after you save">
          {lostByPlace(lost).join('; ')}
        </Notice>
      )}
      {unpriced.length > 0 && (
        <p className="text-[0.8125rem] text-signal">
          Cannot be booked because a price is missing:{' '}
          {unpriced.map(({ area, product }) => `${product} in ${nameOf(area)}`).join(', ')}
        </p>
      )}
      {unfinished.length > 0 && (
        <p className="text-[0.8125rem] text-signal">
          Not saved, because a polygon is not finished: {unfinished.join(', ')}
        </p>
      )}
      {props.checkError && (
        <Notice
          tone="bad"
          title="The changes could not be checked"
          actions={<Button onClick={props.onCheck}>Try again</Button>}
        >
          {props.checkError.message}
        </Notice>
      )}
      {error && (
        <p role="alert" className="font-medium text-danger">
          {error.message}
        </p>
      )}
    </section>
  );
}

/** Example: "box, xl in Boston", "van in part of Boston". */
function lostByPlace(lost: PricePreview['lost']): readonly string[] {
  const places = new Map<string, string[]>();
  for (const { area_name, product, partial } of lost) {
    const place = partial ? `part of ${area_name}` : area_name;
    places.set(place, [...(places.get(place) ?? []), product]);
  }
  return [...places].map(([place, products]) => `${products.join(', ')} in ${place}`);
}
