// Form of one area: name, coverage, hours, and the products with their windows and capacity.
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { useDraft } from './area-draft.ts';
import { CoverageField } from './coverage-field.tsx';
import { DraftField } from './draft-field.tsx';
import { OFFER_COLUMNS } from './draft-labels.ts';
import { DraftTable } from './draft-table.tsx';
import { HoursEditor } from './hours-editor.tsx';
import { productNames } from './product-names.ts';

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
      <Card
        title="Area"
        anchor="area"
        note="Name, priority, dispatch mode, capacity and coverage of the area."
      >
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
          <Select
            label="Capacity"
            value={valueAt('areas', at('capacity')) === 'planned' ? 'planned' : 'counted'}
            disabled={isReadOnly}
            hint="Planned: a window can be booked if a crew on shift can drive it on top of the plan of its day. Bookings per hour do not limit it; overrides do. The sandbox always counts."
            options={[
              { value: 'counted', label: 'Counted: bookings per hour' },
              { value: 'planned', label: 'Planned: windows that can be driven' },
            ]}
            onChange={(mode) => setValue('areas', at('capacity'), mode === 'planned' ? mode : undefined)}
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
      <HoursEditor path={at('hours')} />
      <DraftTable
        title="Products"
        anchor="products"
        note="Products of this area and their capacity. A booking counts in the hour in which its window begins."
        kind="areas"
        path={at('products')}
        columns={OFFER_COLUMNS}
        added={newOffer}
        rows={productNames}
      />
    </>
  );
}
