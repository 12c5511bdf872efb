// Add-ons to choose from, with their prices.
import { classNames } from '../../ui/class-names.ts';
import { formatDollars } from '../../ui/dollars.ts';
import type { AddonsOnOffer } from '../api.generated.ts';

interface AddonListProps {
  readonly offer: AddonsOnOffer['data'];
  readonly chosen: readonly string[];
  readonly onChange: (slugs: readonly string[]) => void;
}

export function AddonList({ offer, chosen, onChange }: AddonListProps) {
  if (offer.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">Add-ons</legend>
      {offer.map(({ slug, name, description, amount_cents }) => {
        const isChosen = chosen.includes(slug);
        return (
          <label
            key={slug}
            className={classNames(
              'flex items-start gap-3 rounded-lg border px-3 py-2 hover:bg-hover',
              isChosen && 'border-accent bg-tint',
            )}
          >
            <input
              type="checkbox"
              className="mt-0.5 size-4 flex-none accent-accent"
              checked={isChosen}
              onChange={() => onChange(isChosen ? chosen.filter((each) => each !== slug) : [...chosen, slug])}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{name}</span>
              <span className="block text-[0.8125rem] text-muted">{description}</span>
            </span>
            <span className="tabular-nums">{formatDollars(amount_cents)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
