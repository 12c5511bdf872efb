// Form of one area: name, coverage, hours, and the products with their windows and capacity.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { controlClass, FieldFrame, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useDraft } from './area-draft.ts';
import { formatHours, parseHourSpans } from './draft.ts';
import { DraftField } from './draft-field.tsx';
import { DraftTable } from './draft-table.tsx';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
export const productNames = ['lite', 'pickup', 'van', 'xl', 'box'] as const;

const offerColumns = [
  { key: 'capacity', label: 'Places an hour' },
  { key: 'on_demand_capacity', label: 'On demand at once' },
  { key: 'windows.length_minutes', label: 'Window, minutes' },
  { key: 'windows.every_minutes', label: 'Every, minutes' },
  { key: 'windows.lead_minutes', label: 'Lead, minutes' },
  { key: 'windows.horizon_days', label: 'Days ahead' },
  { key: 'windows.custom_max_days', label: 'Own times, days ahead' },
];
const newOffer = {
  windows: { length_minutes: 60, every_minutes: 60, lead_minutes: 60, horizon_days: 14, custom_max_days: 30 },
  capacity: 10,
  on_demand_capacity: 2,
};

export function AreaForm({ index }: { readonly index: number }) {
  const { valueAt, setValue, isReadOnly } = useDraft();
  const at = (key: string) => `areas[${index}].${key}`;
  return (
    <>
      <Card title="Area" note="Where it is, and which of several areas serves a place.">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <DraftField kind="areas" path={at('name')} label="Name" />
          <DraftField
            kind="areas"
            path={at('slug')}
            label="Slug"
            hint="Bookings and windows hang on it: rename with care."
          />
          <DraftField
            kind="areas"
            path={at('priority')}
            label="Priority"
            isNumber
            hint="The higher one serves where areas overlap."
          />
          <DraftField
            kind="areas"
            path={at('time_zone')}
            label="Time zone"
            isNullable
            hint="Empty: the zone of each stop."
          />
          <Select
            label="Dispatch"
            value={String(valueAt('areas', at('dispatch')))}
            disabled={isReadOnly}
            options={[
              { value: 'manual', label: 'By hand' },
              { value: 'automatic', label: 'By itself' },
            ]}
            onChange={(mode) => setValue('areas', at('dispatch'), mode)}
          />
        </div>
        <Coverage path={at('coverage')} />
      </Card>
      <Card
        title="Opening hours"
        note="Several hours of a day with commas: 08:00-12:00, 13:00-20:00. Empty: closed."
      >
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {weekdays.map((day) => (
            <DayHours key={day} day={day} path={at(`hours.${day}`)} />
          ))}
        </div>
      </Card>
      <DraftTable
        title="Products"
        note="What is offered here, and how much of it. Places are counted by the hour in which a window begins."
        kind="areas"
        path={at('products')}
        columns={offerColumns}
        added={newOffer}
        rows={productNames}
      />
    </>
  );
}

function DayHours({ day, path }: { readonly day: string; readonly path: string }) {
  const { valueAt, setValue, validationErrorAt, isReadOnly } = useDraft();
  const hours = (valueAt('areas', path) ?? []) as { opens: string; closes: string }[];
  const [text, setText] = useState(formatHours(hours));
  return (
    <TextField
      label={day.charAt(0).toUpperCase() + day.slice(1)}
      value={text}
      placeholder="Closed"
      readOnly={isReadOnly}
      error={validationErrorAt('areas', path)}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setValue('areas', path, parseHourSpans(event.currentTarget.value));
      }}
    />
  );
}

function Coverage({ path }: { readonly path: string }) {
  const { valueAt, setValue, validationErrorAt, isReadOnly } = useDraft();
  const [text, setText] = useState(() => JSON.stringify(valueAt('areas', path)));
  const [isOpen, setIsOpen] = useState(false);
  const fault = validationErrorAt('areas', path);
  return (
    <div className="mt-4">
      <Button size="small" look="plain" icon="map" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide the outline' : 'Show the outline'}
      </Button>
      {(isOpen || fault !== null) && (
        <FieldFrame
          label="Outline"
          className="mt-2"
          error={fault}
          hint={'"everywhere", or a GeoJSON Polygon or MultiPolygon, [longitude, latitude].'}
        >
          {(controlProps) => (
            <textarea
              {...controlProps}
              rows={5}
              spellCheck={false}
              readOnly={isReadOnly}
              value={text}
              className={`${controlClass} font-mono text-[0.8125rem]`}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setValue('areas', path, parseCoverage(event.currentTarget.value));
              }}
            />
          )}
        </FieldFrame>
      )}
    </div>
  );
}

/** Text that is not JSON is sent as it is; the server's validation reports it. */
function parseCoverage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
