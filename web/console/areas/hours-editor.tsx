// Opening hours of an area: spans per weekday. A day without spans is closed.
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { controlClass, FieldError } from '../../ui/field.tsx';
import { useDraft } from './area-draft.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const NEW_SPAN = { opens: '08:00', closes: '20:00' };

interface Span {
  readonly opens: string;
  readonly closes: string;
}

/** `path`: path of the hours in the document of areas. */
export function HoursEditor({ path }: { readonly path: string }) {
  const { valueAt, setValue, isReadOnly } = useDraft();
  const monday = (valueAt('areas', `${path}.monday`) ?? []) as readonly Span[];
  const copyMonday = () => {
    for (const day of WEEKDAYS) setValue('areas', `${path}.${day}`, monday);
  };
  return (
    <Card
      title="Opening hours"
      anchor="hours"
      note="Arrival windows begin within these hours, in the time zone of the area."
      aside={
        !isReadOnly && (
          <Button size="small" icon="copy" onClick={copyMonday}>
            Copy Monday to all days
          </Button>
        )
      }
    >
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        {WEEKDAYS.map((day) => (
          <DayHours key={day} day={day} path={`${path}.${day}`} />
        ))}
      </ul>
    </Card>
  );
}

function DayHours({ day, path }: { readonly day: string; readonly path: string }) {
  const { valueAt, setValue, validationErrorAt, isReadOnly } = useDraft();
  const spans = (valueAt('areas', path) ?? []) as readonly Span[];
  const name = day.charAt(0).toUpperCase() + day.slice(1);
  const fault = validationErrorAt('areas', path);
  const replace = (index: number, span: Span | null) =>
    setValue(
      'areas',
      path,
      spans.flatMap((each, position) => (position === index ? (span ?? []) : each)),
    );
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-3 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      <span className="py-2 font-semibold">{name}</span>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {spans.map((span, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a span is known by its place while its times are typed
          <div key={index} className="flex items-center gap-2">
            <TimeInput
              label={`${name}, opens${nth(index)}`}
              value={span.opens}
              isReadOnly={isReadOnly}
              onChange={(opens) => replace(index, { ...span, opens })}
            />
            <span className="flex-none text-muted">to</span>
            <TimeInput
              label={`${name}, closes${nth(index)}`}
              value={span.closes === '24:00' ? '00:00' : span.closes}
              isReadOnly={isReadOnly}
              // Hours end at midnight at the latest: 12:00 AM is the end of the day.
              onChange={(closes) =>
                replace(index, { ...span, closes: closes === '00:00' ? '24:00' : closes })
              }
            />
            {!isReadOnly && (
              <IconButton
                icon="trash"
                label={`Remove the hours of ${name}${nth(index)}`}
                onClick={() => replace(index, null)}
              />
            )}
          </div>
        ))}
        {spans.length === 0 && isReadOnly && <span className="pt-2 text-muted">Closed</span>}
        {!isReadOnly && (
          <div className="flex items-center gap-3">
            {spans.length === 0 && <span className="text-muted">Closed</span>}
            <Button
              size="small"
              look="plain"
              icon="plus"
              aria-label={`Add hours on ${name}`}
              onClick={() =>
                setValue('areas', path, [...spans, spans.length === 0 ? NEW_SPAN : later(spans)])
              }
            >
              Add hours
            </Button>
          </div>
        )}
        {fault !== null && <FieldError>{fault}</FieldError>}
      </div>
    </li>
  );
}

const nth = (index: number) => (index === 0 ? '' : ` (${index + 1})`);

/** Hours after those of the day, to be completed. */
function later(spans: readonly Span[]): Span {
  return { opens: spans.at(-1)?.closes ?? '', closes: '24:00' };
}

interface TimeInputProps {
  readonly label: string;
  readonly value: string;
  readonly isReadOnly: boolean;
  readonly onChange: (value: string) => void;
}

function TimeInput({ label, value, isReadOnly, onChange }: TimeInputProps) {
  return (
    <input
      type="time"
      aria-label={label}
      value={value}
      readOnly={isReadOnly}
      className={`${controlClass} max-w-36`}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
