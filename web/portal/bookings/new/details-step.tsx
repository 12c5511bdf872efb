// Step 4 of a new booking: order number, customer, contacts of the whole route, texts and tip.
import type { ReactNode, SubmitEvent } from 'react';
import { TextField } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useSession } from '../../session-context.tsx';
import { ContactFields } from '../contacts/contact-fields.tsx';
import { CustomerFields } from '../customer-fields.tsx';
import { type DetailsDraft, detailsFaults, type StepProps } from './booking-draft.ts';
import { StepActions } from './step-actions.tsx';
import { useFocusFault } from './use-focus-fault.ts';

export function DetailsStep({ draft, onChange, onNext, onBack, faults, onFaults }: StepProps) {
  const { details, contacts } = draft;
  const { session } = useSession();
  const form = useFocusFault(faults);
  const set = (change: Partial<DetailsDraft>) => onChange({ details: { ...details, ...change } });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = detailsFaults(draft);
    onFaults(found);
    if (Object.keys(found).length === 0) onNext();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        label="Order number"
        maxLength={255}
        value={details.orderNumber}
        hint="Your own reference. Statements show it."
        error={faults['order_number']}
        onChange={(event) => set({ orderNumber: event.currentTarget.value })}
      />
      <CustomerFields
        customer={details.customer}
        onChange={(customer) => set({ customer })}
        faults={faults}
      />
      <ContactFields
        stop={null}
        place="the whole route"
        contacts={contacts}
        onChange={(next) => onChange({ contacts: next })}
        faults={faults}
      />
      <TextArea
        label="Description for the crew"
        maxLength={4_000}
        value={details.description}
        hint="What is moved, and what the crew should know."
        error={faults['description']}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <TextField
        label="Tip for the crew, in dollars"
        inputMode="decimal"
        className="sm:max-w-60"
        value={details.tip}
        error={faults['tip']}
        onChange={(event) => set({ tip: event.currentTarget.value })}
      />
      <Choice isOn={details.isNotified} onChange={(isNotified) => set({ isNotified })}>
        Send messages about the delivery to the customer and the contacts
      </Choice>
      {session.environment === 'sandbox' && (
        <Choice isOn={details.isSimulated} onChange={(isSimulated) => set({ isSimulated })}>
          Simulate the delivery
          <span className="block text-[0.8125rem] text-muted">
            Sandbox only: a simulated crew starts at once and completes every stop.
          </span>
        </Choice>
      )}
      <StepActions onBack={onBack}>Review</StepActions>
    </form>
  );
}

interface ChoiceProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}

function Choice({ isOn, onChange, children }: ChoiceProps) {
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="mt-0.5 size-4 flex-none accent-accent"
      />
      <span>{children}</span>
    </label>
  );
}
