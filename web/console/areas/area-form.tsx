// Form of one area: name, coverage, hours, and the products with their windows and capacity.
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useDraft } from './area-draft.ts';
import { CoverageField } from './coverage-field.tsx';
import { formatHours, parseHourSpans } from './draft.ts';
import { DraftField } from './draft-field.tsx';
import { DraftTable } from './draft-table.tsx';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
export const productNames = ['lite', 'pickup', 'van', 'xl', 'box'] as const;

const offerColumns = [
  { key: 'capacity', label: 'Bookings per hour' },
  { key: 'on_demand_capacity', label: 'On-demand bookings at a time' },
  { key: 'windows.length_minutes', label: 'Window length (min)' },
  { key: 'windows.every_minutes', label: 'Window interval (min)' },
  { key: 'windows.lead_minutes', label: 'Lead time (min)' },
  { key: 'windows.horizon_days', label: 'Bookable days ahead' },
  { key: 'windows.custom_max_days', label: 'Custom windows, days ahead' },
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
      <Card title="Area" note="Name, priority, dispatch mode and coverage of the area.">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <DraftField kind="areas" path={at('name')} label="Name" />
          <DraftField
            kind="areas"
            path={at('slug')}
            label="Slug"
            hint="Bookings and arrival windows refer to the slug. Rename it only if you must."
          />
          <DraftField
            kind="areas"
            path={at('priority')}
            label="Priority"
            isNumber
            hint="Where areas overlap, the area with the highest number is used."
          />
          <DraftField
            kind="areas"
            path={at('time_zone')}
            label="Time zone"
            isNullable
            hint="If empty, the time zone of each stop applies."
          />
          <Select
            label="Dispatch mode"
            value={String(valueAt('areas', at('dispatch')))}
            disabled={isReadOnly}
            options={[
              { value: 'manual', label: 'Manual' },
              { value: 'automatic', label: 'Automatic' },
            ]}
            onChange={(mode) => setValue('areas', at('dispatch'), mode)}
          />
          <DraftField
            kind="areas"
            path={at('dispatch_phone_number')}
            label="Dispatch phone number"
            isNullable
            hint="Crews call it from their page. With the country code: +12125550100."
          />
        </div>
        <CoverageField index={index} />
      </Card>
      <Card
        title="Opening hours"
        note="Separate several spans with commas: 08:00-12:00, 13:00-20:00. Leave empty if closed."
      >
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {weekdays.map((day) => (
            <DayHours key={day} day={day} path={at(`hours.${day}`)} />
          ))}
        </div>
      </Card>
      <DraftTable
        title="Products"
        note="Products of this area and their capacity. A booking counts in the hour in which its window begins."
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
