// Contacts of one stop, or of the whole route: name, phone and e-mail of each. Closed until one is added.
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { showPhone } from '../phone-number.ts';
import { type ContactDraft, contactField, emptyContact, type Faults, type StopKey } from './contact-draft.ts';

const MAX_CONTACTS = 20;

interface ContactFieldsProps {
  readonly stop: StopKey | null;
  /** For labels: "the pickup", "the whole route". */
  readonly place: string;
  /** Of all stops. */
  readonly contacts: readonly ContactDraft[];
  readonly onChange: (contacts: readonly ContactDraft[]) => void;
  readonly faults: Faults;
}

export function ContactFields({ stop, place, contacts, onChange, faults }: ContactFieldsProps) {
  const own = contacts.filter((contact) => contact.stop === stop);
  const set = (key: number, change: Partial<ContactDraft>) =>
    onChange(contacts.map((contact) => (contact.key === key ? { ...contact, ...change } : contact)));
  return (
    <>
      {own.map((contact, nth) => (
        <ContactFieldset
          key={contact.key}
          contact={contact}
          title={`Contact${own.length > 1 ? ` ${nth + 1}` : ''} for ${place}`}
          faults={faults}
          onChange={(change) => set(contact.key, change)}
          onRemove={() => onChange(contacts.filter(({ key }) => key !== contact.key))}
        />
      ))}
      {contacts.length < MAX_CONTACTS && (
        <div>
          <Button size="small" icon="plus" onClick={() => onChange([...contacts, emptyContact(stop)])}>
            {own.length === 0 ? 'Add a contact' : 'Add another contact'}
            <span className="sr-only"> for {place}</span>
          </Button>
        </div>
      )}
    </>
  );
}

interface ContactFieldsetProps {
  readonly contact: ContactDraft;
  readonly title: string;
  readonly faults: Faults;
  readonly onChange: (change: Partial<ContactDraft>) => void;
  readonly onRemove: () => void;
}

function ContactFieldset({ contact, title, faults, onChange, onRemove }: ContactFieldsetProps) {
  const { name, phone, email } = contact;
  return (
    <fieldset className="min-w-0 rounded-lg border bg-paper/60 p-3">
      <legend className="sr-only">{title}</legend>
      <div className="mb-2 flex items-center justify-between gap-2">
        <p aria-hidden="true" className="eyebrow">
          {title}
        </p>
        <IconButton
          icon="trash"
          label={`Remove ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
          className="-my-1.5 -mr-1"
          onClick={onRemove}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Contact name"
          autoComplete="off"
          maxLength={255}
          value={name}
          error={faults[contactField(contact, 'name')]}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <TextField
          label="Contact phone"
          type="tel"
          autoComplete="off"
          placeholder="(212) 555-0142"
          value={phone}
          error={faults[contactField(contact, 'phone')]}
          onChange={(event) => onChange({ phone: event.currentTarget.value })}
          onBlur={() => onChange({ phone: showPhone(phone) })}
        />
        <TextField
          label="Contact e-mail"
          type="email"
          autoComplete="off"
          maxLength={255}
          className="sm:col-span-2"
          value={email}
          error={faults[contactField(contact, 'email')]}
          onChange={(event) => onChange({ email: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}
