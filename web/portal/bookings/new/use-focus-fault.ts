// Moves the focus to the first field with an error, after a step was refused.
import { useEffect, useRef } from 'react';
import type { Faults } from '../contacts/contact-draft.ts';

export function useFocusFault(faults: Faults) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  return form;
}
