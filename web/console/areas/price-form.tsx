// Form of the price book of one area: prices of its products and its add-ons.
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Draft } from './area-documents.ts';
import { useDraft } from './area-draft.ts';
import { productNames } from './area-form.tsx';
import { bookToday } from './area-price-books.ts';
import { DollarField } from './dollar-field.tsx';
import { DraftField } from './draft-field.tsx';
import { RATE_COLUMNS } from './draft-labels.ts';
import { DraftTable } from './draft-table.tsx';
import { LaborTable } from './labor-table.tsx';

const newPrices = {
  fare_structure: {
    base: 5_000,
    per_mile: 200,
    included_miles: 0,
    per_minute_labor: 100,
    per_minute_travel: 50,
    per_stop: 2_000,
  },
  labor: { kind: 'variable', low_minutes_per_stop: 10, high_minutes_per_stop: 25 },
  bills_all_stops: false,
  max_route_miles: 100,
};

const nameOf = ({ areas }: Draft, slug: string) =>
  areas.areas.find((area) => area.slug === slug)?.name ?? slug;

export function PriceForm({ slug }: { readonly slug: string }) {
  const { draft, saved, setValue, isReadOnly } = useDraft();
  const area = draft.areas.areas.find((each) => each.slug === slug);
  const today = area && bookToday(saved, area);
  const index = draft.prices.price_books.findIndex(({ area }) => area === slug);
  if (index < 0)
    return (
      <Card title="Prices" anchor="prices" isFlush>
        <EmptyState
          icon="tag"
          title="This area has no price book"
          actions={
            !isReadOnly && (
              <Button
                icon="plus"
                onClick={() =>
                  setValue('prices', `price_books[${draft.prices.price_books.length}]`, {
                    ...(today ?? { products: { van: newPrices }, addons: [] }),
                    area: slug,
                  })
                }
              >
                Add a price book
              </Button>
            )
          }
        >
          The products of this area cannot be booked until they have prices.
          {!isReadOnly &&
            today &&
            ` A new price book starts with the prices of ${nameOf(saved, today.area)}.`}
        </EmptyState>
      </Card>
    );
  return (
    <>
      <DraftTable
        title="Prices"
        anchor="prices"
        note="In dollars. Existing quotes keep their prices until they expire."
        kind="prices"
        path={`price_books[${index}].products`}
        rows={productNames}
        columns={RATE_COLUMNS}
        added={newPrices}
      />
      <LaborTable path={`price_books[${index}].products`} />
      <Addons path={`price_books[${index}].addons`} />
    </>
  );
}

function Addons({ path }: { readonly path: string }) {
  const { valueAt, setValue, isReadOnly } = useDraft();
  const addons = (valueAt('prices', path) ?? []) as readonly {
    readonly slug: string;
    readonly name: string;
  }[];
  const add = () =>
    setValue('prices', `${path}[${addons.length}]`, {
      slug: 'new_addon',
      name: 'New add-on',
      description: 'Description of the add-on',
      amount_cents: 1_000,
      products: ['van'],
    });
  return (
    <Card
      title="Add-ons"
      anchor="add-ons"
      note="Optional services that can be booked at a fixed price."
      aside={
        !isReadOnly && (
          <Button size="small" icon="plus" onClick={add}>
            Add an add-on
          </Button>
        )
      }
    >
      {addons.length === 0 ? (
        <p className="text-muted">This area has no add-ons.</p>
      ) : (
        <ul className="grid gap-4">
          {addons.map(({ name }, index) => {
            const at = (key: string) => `${path}[${index}].${key}`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: an add-on is known by its place while its slug is typed
              <li key={index} className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_8rem_2fr_auto]">
                <DraftField kind="prices" path={at('name')} label="Name" />
                <DraftField kind="prices" path={at('slug')} label="Slug" />
                <DollarField path={at('amount_cents')} label="Price ($)" />
                <DraftField kind="prices" path={at('description')} label="Description" />
                {!isReadOnly && (
                  <IconButton
                    icon="trash"
                    label={`Remove ${name}`}
                    className="sm:mt-7"
                    onClick={() => setValue('prices', `${path}[${index}]`, undefined)}
                  />
                )}
                <AddonProducts path={at('products')} name={name} />
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

function AddonProducts({ path, name }: { readonly path: string; readonly name: string }) {
  const { valueAt, setValue, validationErrorAt, isReadOnly } = useDraft();
  const chosen = (valueAt('prices', path) ?? []) as readonly string[];
  const fault = validationErrorAt('prices', path);
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1 sm:col-span-full">
      <legend className="sr-only">Products that {name} can be booked with</legend>
      {productNames.map((product) => (
        <label key={product} className="inline-flex min-h-8 items-center gap-1.5 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="accent-accent"
            disabled={isReadOnly}
            checked={chosen.includes(product)}
            onChange={(event) =>
              setValue(
                'prices',
                path,
                productNames.filter((each) =>
                  each === product ? event.currentTarget.checked : chosen.includes(each),
                ),
              )
            }
          />
          {product}
        </label>
      ))}
      {fault !== null && <p className="w-full text-[0.8125rem] font-medium text-danger">{fault}</p>}
    </fieldset>
  );
}
