// Billing of service time per product: a fixed number of minutes per stop, or the actual minutes within the range of
// the quote.
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { useDraft } from './area-draft.ts';
import { DraftField } from './draft-field.tsx';

const kinds = [
  { value: 'fixed', label: 'Fixed minutes' },
  { value: 'variable', label: 'Actual minutes' },
];
const defaults = {
  fixed: { kind: 'fixed', minutes_per_stop: 10 },
  variable: { kind: 'variable', low_minutes_per_stop: 10, high_minutes_per_stop: 25 },
} as const;

export function LaborTable({ path }: { readonly path: string }) {
  const { valueAt } = useDraft();
  const products = Object.keys(valueAt('prices', path) ?? {});
  return (
    <Card
      title="Service time"
      anchor="service-time"
      note="Fixed minutes give one price. Actual minutes give a price range in the quote."
    >
      <ul className="grid gap-3">
        {products.map((product) => (
          <Labor key={product} product={product} path={`${path}.${product}`} />
        ))}
      </ul>
    </Card>
  );
}

function Labor({ product, path }: { readonly product: string; readonly path: string }) {
  const { valueAt, setValue, isReadOnly } = useDraft();
  const kind = valueAt('prices', `${path}.labor.kind`) === 'fixed' ? 'fixed' : 'variable';
  return (
    <li className="grid items-start gap-3 sm:grid-cols-[4rem_11rem_10rem_10rem_1fr]">
      <span className="font-semibold sm:pt-8">{product}</span>
      <Select
        label={`Billing, ${product}`}
        value={kind}
        disabled={isReadOnly}
        options={kinds}
        onChange={(value) => setValue('prices', `${path}.labor`, defaults[value as keyof typeof defaults])}
      />
      {kind === 'fixed' ? (
        <DraftField kind="prices" path={`${path}.labor.minutes_per_stop`} label="Minutes per stop" isNumber />
      ) : (
        <>
          <DraftField
            kind="prices"
            path={`${path}.labor.low_minutes_per_stop`}
            label="Minimum minutes"
            isNumber
          />
          <DraftField
            kind="prices"
            path={`${path}.labor.high_minutes_per_stop`}
            label="Maximum minutes"
            isNumber
          />
        </>
      )}
      <label className="inline-flex min-h-8 items-center gap-1.5 sm:mt-7 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="accent-accent"
          disabled={isReadOnly}
          checked={valueAt('prices', `${path}.bills_all_stops`) === true}
          onChange={(event) => setValue('prices', `${path}.bills_all_stops`, event.currentTarget.checked)}
        />
        Bill every stop
      </label>
    </li>
  );
}
