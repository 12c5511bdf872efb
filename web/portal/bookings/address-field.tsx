// Address field with suggestions: addresses of earlier bookings, and what the geocoder finds for the text. A combobox with
// a list (WAI-ARIA 1.2): arrow keys choose, Enter accepts, Escape closes.
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { controlClass, FieldFrame, type FieldProps } from '../../ui/field.tsx';
import { useAddressSuggestions } from './booking-queries.ts';

const DEBOUNCE_MS = 350;

const sourceLabels = { known: 'Used before', found: 'Found', similar: 'Did you mean' } as const;

interface AddressFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function AddressField({ label, hint, error, className, value, onChange }: AddressFieldProps) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const text = useDebounced(value.trim());
  const { data } = useAddressSuggestions(isOpen ? text : '');
  const suggestions = (data?.data ?? []).filter(({ address }) => address !== value);
  const isShown = isOpen && suggestions.length > 0 && value.trim().length >= 3;

  function choose(address: string): void {
    onChange(address);
    setIsOpen(false);
    setActive(-1);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isShown) return;
    const chosen = suggestions[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(
        (active + step + suggestions.length + (active === -1 && step === -1 ? 1 : 0)) % suggestions.length,
      );
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen.address);
    } else if (event.key === 'Escape') {
      // Otherwise the dialog around the field would close.
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    }
  }

  return (
    <FieldFrame {...{ label, hint, error, className }}>
      {(controlProps) => (
        <span className="relative grid">
          <input
            {...controlProps}
            type="text"
            role="combobox"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            maxLength={500}
            value={value}
            placeholder="350 5th Ave, New York, NY 10118"
            className={controlClass}
            onChange={(event) => {
              onChange(event.currentTarget.value);
              setIsOpen(true);
              setActive(-1);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setIsOpen(false)}
          />
          <div
            id={listId}
            role="listbox"
            aria-label={`Suggestions for ${label}`}
            hidden={!isShown}
            className="absolute top-full right-0 left-0 z-10 mt-1 rounded-lg border bg-card p-1 shadow-float"
          >
            {isShown &&
              suggestions.map(({ address, source }, nth) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
                <div
                  key={address}
                  id={`${listId}-${nth}`}
                  role="option"
                  aria-selected={nth === active}
                  // Keeps the focus in the input, which would close the list.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(address)}
                  className={classNames(
                    'flex flex-wrap justify-between gap-x-3 rounded-md px-2 py-1.5 hover:bg-hover pointer-coarse:py-2.5',
                    nth === active && 'bg-tint',
                  )}
                >
                  <span className="min-w-0 [overflow-wrap:anywhere]">{address}</span>
                  <span className="text-xs text-muted">{sourceLabels[source]}</span>
                </div>
              ))}
          </div>
        </span>
      )}
    </FieldFrame>
  );
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
