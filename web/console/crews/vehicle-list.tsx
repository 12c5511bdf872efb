// List of vehicles, with dialogs that add, edit and retire a vehicle.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Vehicle } from '../api.ts';
import { vehicleNames } from '../board/board-labels.ts';
import { useHasRole } from '../session-context.tsx';
import { vehiclesQuery } from './crew-queries.ts';
import { RetireDialog } from './retire-dialog.tsx';
import { RosterForm, textOf } from './roster-form.tsx';

export function VehicleList() {
  const { data, error, refetch } = useQuery(vehiclesQuery);
  const mayWrite = useHasRole('dispatcher');
  const [edited, setEdited] = useState<Vehicle | 'new' | null>(null);
  const [retiring, setRetiring] = useState<Vehicle | null>(null);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  const add = mayWrite && (
    <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
      Add a vehicle
    </Button>
  );
  return (
    <div className="grid gap-3">
      <div className="flex justify-end">{data && data.data.length > 0 && add}</div>
      <Card isFlush>
        {!data && <SkeletonRows label="Loading vehicles" />}
        {data?.data.length === 0 && (
          <EmptyState icon="truck" title="No vehicles yet" actions={add || undefined}>
            Vehicles appear here. The type of a vehicle determines which products its crew can carry out.
          </EmptyState>
        )}
        <ul className="divide-y">
          {data?.data.map((vehicle) => (
            <li key={vehicle.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
              <div className="min-w-0 flex-[1_1_12rem]">
                <p className="font-semibold">{vehicle.name}</p>
                <p className="text-muted">
                  {vehicleNames[vehicle.type]}
                  {vehicle.plate !== null && ` · ${vehicle.plate}`}
                </p>
              </div>
              {mayWrite && (
                <div className="flex gap-2">
                  <Button size="small" icon="edit" onClick={() => setEdited(vehicle)}>
                    Edit<span className="sr-only"> {vehicle.name}</span>
                  </Button>
                  <Button size="small" look="danger-quiet" onClick={() => setRetiring(vehicle)}>
                    Retire<span className="sr-only"> {vehicle.name}</span>
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      </Card>
      {edited && <VehicleDialog vehicle={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {retiring && (
        <RetireDialog
          name={retiring.name}
          path={`/vehicles/${retiring.id}`}
          consequence="Crews can no longer use it."
          onClose={() => setRetiring(null)}
        />
      )}
    </div>
  );
}

function VehicleDialog({
  vehicle,
  onClose,
}: {
  readonly vehicle: Vehicle | null;
  readonly onClose: () => void;
}) {
  const [type, setType] = useState<string>(vehicle?.type ?? 'van');
  return (
    <RosterForm
      title={vehicle ? `Edit ${vehicle.name}` : 'Add a vehicle'}
      save={vehicle ? 'Save' : 'Add'}
      params={['name', 'type', 'plate']}
      onClose={onClose}
      read={(form) => {
        const name = textOf(form, 'name');
        const body = { type, name, plate: textOf(form, 'plate') || null };
        return vehicle
          ? { method: 'PATCH', path: `/vehicles/${vehicle.id}`, body, done: `${name} updated.` }
          : { method: 'POST', path: '/vehicles', body, done: `${name} added.` };
      }}
    >
      {(errorFor) => (
        <>
          <Select
            label="Type"
            value={type}
            options={Object.entries(vehicleNames).map(([value, label]) => ({ value, label }))}
            onChange={setType}
            error={errorFor('type')}
          />
          <TextField
            label="Name"
            name="name"
            required
            maxLength={255}
            defaultValue={vehicle?.name ?? ''}
            error={errorFor('name')}
          />
          <TextField
            label="Plate"
            name="plate"
            maxLength={32}
            defaultValue={vehicle?.plate ?? ''}
            error={errorFor('plate')}
          />
        </>
      )}
    </RosterForm>
  );
}
