// Event subscription of an endpoint: all types, or a selection by type or by group.
import { useEffect, useRef } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { FieldError } from '../../ui/field.tsx';
import type { CatalogueEntry } from '../api.generated.ts';
import { byGroup, type CatalogueGroup } from '../catalogue/catalogue-queries.ts';

interface EventPickerProps {
  readonly catalogue: readonly CatalogueEntry[];
  /** null subscribes to all types except the opt-in ones. */
  readonly value: readonly string[] | null;
  readonly onChange: (value: readonly string[] | null) => void;
  /** Called with the type under the pointer or focus, to show its example. */
  readonly onLook: (type: string) => void;
  readonly error: string | null;
}

export function EventPicker({ catalogue, value, onChange, onLook, error }: EventPickerProps) {
  const defaultTypes = catalogue.filter(({ opt_in }) => !opt_in).map(({ type }) => type);
  return (
    <fieldset className="grid gap-3" aria-describedby={error === null ? undefined : 'events-error'}>
      <legend className="mb-2 font-semibold">Events</legend>
      <Choice
        isOn={value === null}
        onChoose={() => onChange(null)}
        title="All events"
        note="Including types added in the future. Opt-in types are excluded."
      />
      <Choice
        isOn={value !== null}
        onChoose={() => onChange(value ?? defaultTypes)}
        title="Selected events"
        note={
          value === null ? 'Select from the catalog.' : `${value.length} of ${catalogue.length} selected.`
        }
      />
      {error !== null && <FieldError id="events-error">{error}</FieldError>}
      {value !== null && (
        <div className="grid gap-4 rounded-lg border bg-card p-3 sm:p-4">
          {byGroup(catalogue).map((group) => (
            <GroupBoxes key={group.name} {...{ group, value, onChange, onLook }} />
          ))}
        </div>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly isOn: boolean;
  readonly onChoose: () => void;
  readonly title: string;
  readonly note: string;
}

function Choice({ isOn, onChoose, title, note }: ChoiceProps) {
  return (
    <label className="flex gap-3 rounded-lg border bg-card px-3 py-2.5 has-checked:border-accent has-checked:bg-tint">
      <input
        type="radio"
        name="events"
        checked={isOn}
        onChange={onChoose}
        className="mt-0.5 size-4 flex-none accent-accent"
      />
      <span>
        <span className="block font-medium">{title}</span>
        <span className="block text-[0.8125rem] text-muted">{note}</span>
      </span>
    </label>
  );
}

interface GroupBoxesProps extends Pick<EventPickerProps, 'onLook'> {
  readonly group: CatalogueGroup;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

function GroupBoxes({ group, value, onChange, onLook }: GroupBoxesProps) {
  const types = group.entries.map(({ type }) => type);
  const selected = types.filter((type) => value.includes(type));
  const set = (changed: readonly string[], isOn: boolean) => {
    const rest = value.filter((type) => !changed.includes(type));
    onChange(isOn ? [...rest, ...changed] : rest);
  };
  return (
    <fieldset>
      <legend className="sr-only">{group.name}</legend>
      <div className="flex items-center gap-2.5 border-b pb-1.5">
        <GroupBox
          name={group.name}
          state={selected.length === 0 ? 'none' : selected.length === types.length ? 'all' : 'some'}
          onChange={(isOn) => set(types, isOn)}
        />
        <span className="text-xs text-muted tabular-nums">
          {selected.length}/{types.length}
        </span>
      </div>
      <ul className="mt-1">
        {group.entries.map(({ type, title, opt_in }) => (
          <li key={type}>
            <label
              onPointerEnter={() => onLook(type)}
              className="-mx-1.5 flex items-start gap-2.5 rounded-md px-1.5 py-1 hover:bg-hover pointer-coarse:py-2"
            >
              <input
                type="checkbox"
                checked={value.includes(type)}
                onFocus={() => onLook(type)}
                onChange={(event) => set([type], event.currentTarget.checked)}
                className="mt-0.5 size-4 flex-none accent-accent"
              />
              <span className="min-w-0 flex-1">
                <code className="font-mono text-[0.8125rem]">{type}</code>{' '}
                {opt_in && <Badge tone="warn">Opt-in</Badge>}
                <span className="block text-xs text-muted">{title}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface GroupBoxProps {
  readonly name: string;
  readonly state: 'none' | 'some' | 'all';
  readonly onChange: (isOn: boolean) => void;
}

function GroupBox({ name, state, onChange }: GroupBoxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <label className="flex flex-1 items-center gap-2.5 font-semibold pointer-coarse:min-h-9">
      <input
        ref={ref}
        type="checkbox"
        checked={state === 'all'}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-4 accent-accent"
      />
      {name}
    </label>
  );
}
