// Form of the price book of one area: prices of its products and its add-ons.
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { AreaDocument, Draft } from './area-documents.ts';
import { useDraft } from './area-draft.ts';
import { bookToday, newBook, newPrices, productsWithoutPrices } from './area-price-books.ts';
import { DollarField } from './dollar-field.tsx';
import { DraftField } from './draft-field.tsx';
import { RATE_COLUMNS } from './draft-labels.ts';
import { DraftTable } from './draft-table.tsx';
import { LaborTable } from './labor-table.tsx';
import { productNames } from './product-names.ts';

const nameOf = ({ areas }: Draft, slug: string) =>
  areas.areas.find((area) => area.slug === slug)?.name ?? slug;

export function PriceForm({ slug }: { readonly slug: string }) {
  const { draft } = useDraft();
  const area = draft.areas.areas.find((each) => each.slug === slug);
  const index = draft.prices.price_books.findIndex(({ area }) => area === slug);
  if (area && index < 0) return <NoPriceBook area={area} />;
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

function NoPriceBook({ area }: { readonly area: AreaDocument }) {
  const { draft, saved, setValue, isReadOnly } = useDraft();
  const today = bookToday(saved, area);
  const unpriced = productsWithoutPrices(area, today);
  const add = () =>
    setValue('prices', `price_books[${draft.prices.price_books.length}]`, newBook(area, today));
  return (
    <Card title="Prices" anchor="prices" isFlush>
      <EmptyState
        icon="tag"
        title="This area has no price book"
        actions={
          !isReadOnly && (
            <Button icon="plus" onClick={add}>
              Add a price book
            </Button>
          )
        }
      >
        The products of this area cannot be booked until they have prices.
        {!isReadOnly && today && ` A new price book starts with the prices of ${nameOf(saved, today.area)}.`}
        {!isReadOnly &&
          unpriced.length > 0 &&
          ` Check the prices of ${unpriced.join(', ')} before you save: they start with the same example prices.`}
      </EmptyState>
    </Card>
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
