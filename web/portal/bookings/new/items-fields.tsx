// Items to move: their sizes and weights choose the vehicle. Optional, closed until one is added.
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { Faults } from '../contacts/contact-draft.ts';
import { emptyItem, type ItemDraft, itemField, measures } from './item-draft.ts';

const MAX_ROWS = 20;

const labels = {
  width: 'Width, in',
  height: 'Height, in',
  length: 'Length, in',
  weight: 'Weight, lb',
} as const;

interface ItemsFieldsProps {
  readonly items: readonly ItemDraft[];
  readonly onChange: (items: readonly ItemDraft[]) => void;
  readonly faults: Faults;
}

export function ItemsFields({ items, onChange, faults }: ItemsFieldsProps) {
  return (
    <section aria-label="Items" className="grid gap-3 border-t pt-4">
      <div>
        <h3 className="font-semibold">Items, if you know their sizes</h3>
        <p className="text-[0.8125rem] text-muted">
          The smallest vehicle that holds them is suggested, and the crew sees the list.
        </p>
      </div>
      {items.map((item, nth) => (
        <ItemFieldset
          key={item.key}
          item={item}
          title={`Item ${nth + 1}`}
          faults={faults}
          onChange={(change) =>
            onChange(items.map((each) => (each.key === item.key ? { ...each, ...change } : each)))
          }
          onRemove={() => onChange(items.filter(({ key }) => key !== item.key))}
        />
      ))}
      {items.length < MAX_ROWS && (
        <div>
          <Button size="small" icon="plus" onClick={() => onChange([...items, emptyItem()])}>
            {items.length === 0 ? 'Add an item' : 'Add another item'}
          </Button>
        </div>
      )}
    </section>
  );
}

interface ItemFieldsetProps {
  readonly item: ItemDraft;
  readonly title: string;
  readonly faults: Faults;
  readonly onChange: (change: Partial<ItemDraft>) => void;
  readonly onRemove: () => void;
}

function ItemFieldset({ item, title, faults, onChange, onRemove }: ItemFieldsetProps) {
  return (
    <fieldset className="min-w-0 rounded-lg border bg-paper/60 p-3">
      <legend className="sr-only">{title}</legend>
      <div className="grid gap-3 sm:grid-cols-4">
        <div className="flex items-start gap-2 sm:col-span-4">
          <TextField
            label="What is it?"
            className="min-w-0 flex-1"
            placeholder="Sofa"
            maxLength={100}
            value={item.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          <TextField
            label="Pieces"
            className="w-20 flex-none"
            inputMode="numeric"
            maxLength={3}
            value={item.count}
            error={faults[itemField(item, 'count')]}
            onChange={(event) => onChange({ count: event.currentTarget.value })}
          />
          <IconButton
            icon="trash"
            label={`Remove ${title.toLowerCase()}`}
            className="mt-7"
            onClick={onRemove}
          />
        </div>
        <div className="grid grid-cols-2 gap-3 sm:col-span-4 sm:grid-cols-4">
          {measures.map((name) => (
            <TextField
              key={name}
              label={labels[name]}
              inputMode="decimal"
              maxLength={7}
              value={item[name]}
              error={faults[itemField(item, name)]}
              onChange={(event) => onChange({ [name]: event.currentTarget.value })}
            />
          ))}
        </div>
      </div>
    </fieldset>
  );
}
