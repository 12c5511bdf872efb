// Dialog that creates or edits a crew: name, vehicle, members, home areas, rating.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { ListedCrew } from '../api.ts';
import { vehicleNames } from '../board/board-labels.ts';
import { areaNamesQuery } from '../board/board-queries.ts';
import { crewsQuery, membersQuery, vehiclesQuery } from './crew-queries.ts';
import { RosterForm, textOf } from './roster-form.tsx';

interface CrewDialogProps {
  /** null: create a new crew. */
  readonly crew: ListedCrew | null;
  readonly onClose: () => void;
}

export function CrewDialog({ crew, onClose }: CrewDialogProps) {
  const { data: vehicles } = useQuery(vehiclesQuery);
  const { data: members } = useQuery(membersQuery);
  const { data: crews } = useQuery(crewsQuery);
  const { data: areas } = useQuery(areaNamesQuery);
  const [vehicleId, setVehicleId] = useState(crew?.vehicle?.id ?? '');
  /** In the order of the crew: the first member is the lead, whom calls reach. */
  const [chosenIds, setChosenIds] = useState(crew?.members.map(({ id }) => id) ?? []);
  // Waits for all lists: saving replaces the whole crew, so that missing options would remove members or the vehicle.
  if (!vehicles || !members || !crews || !areas)
    return (
      <Dialog title={crew ? `Edit ${crew.name}` : 'Create a crew'} onClose={onClose}>
        <SkeletonRows rows={4} label="Loading the form" />
      </Dialog>
    );
  const usedVehicleIds = new Set(
    crews.data.flatMap(({ id, vehicle }) => (id !== crew?.id && vehicle ? [vehicle.id] : [])),
  );
  const freeVehicles = vehicles.data.filter(({ id }) => !usedVehicleIds.has(id));
  const candidates = members.data.filter(({ crew_id }) => crew_id === null || crew_id === crew?.id);
  const leads = candidates.filter(({ id }) => chosenIds.includes(id));
  return (
    <RosterForm
      title={crew ? `Edit ${crew.name}` : 'Create a crew'}
      save={crew ? 'Save' : 'Create crew'}
      params={['name', 'vehicle_id', 'member_ids', 'home_areas', 'rating']}
      onClose={onClose}
      read={(form) => {
        const name = textOf(form, 'name');
        const body = {
          name,
          vehicle_id: vehicleId === '' ? null : vehicleId,
          member_ids: chosenIds.filter((id) => leads.some((member) => member.id === id)),
          home_areas: form.getAll('areas').map(String),
          rating: Number(form.get('rating')),
          auto_accept: form.get('auto_accept') === 'on',
        };
        return crew
          ? { method: 'PATCH', path: `/crews/${crew.id}`, body, done: `${name} updated.` }
          : { method: 'POST', path: '/crews', body, done: `${name} created.` };
      }}
    >
      {(errorFor) => (
        <>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={255}
            defaultValue={crew?.name ?? ''}
            error={errorFor('name')}
          />
          <Select
            label="Vehicle"
            value={vehicleId}
            options={[
              { value: '', label: 'No vehicle' },
              ...freeVehicles.map(({ id, name, type }) => ({
                value: id,
                label: `${name} (${vehicleNames[type]})`,
              })),
            ]}
            onChange={setVehicleId}
            error={errorFor('vehicle_id')}
          />
          {freeVehicles.length === 0 && (
            <p className="text-muted">
              {vehicles.data.length === 0
                ? 'There is no vehicle yet.'
                : 'All vehicles belong to other crews.'}{' '}
              <Link href="/crews?view=vehicles" className="text-accent underline">
                Add a vehicle
              </Link>
            </p>
          )}
          <fieldset className="grid gap-1">
            <legend className="pb-1 font-semibold">Crew members</legend>
            {candidates.length === 0 && (
              <p className="text-muted">
                {members.data.length === 0
                  ? 'There are no crew members yet.'
                  : 'All crew members belong to other crews.'}{' '}
                <Link href="/crews?view=people" className="text-accent underline">
                  Add a crew member
                </Link>
              </p>
            )}
            <div className="flex flex-wrap gap-x-4 gap-y-1">
              {candidates.map(({ id, first_name }) => (
                <label key={id} className="flex min-h-8 items-center gap-2">
                  <input
                    type="checkbox"
                    checked={chosenIds.includes(id)}
                    onChange={({ currentTarget: { checked } }) =>
                      setChosenIds((ids) => (checked ? [...ids, id] : ids.filter((each) => each !== id)))
                    }
                  />
                  {first_name}
                </label>
              ))}
            </div>
            {errorFor('member_ids') && <FieldError>{errorFor('member_ids')}</FieldError>}
          </fieldset>
          {leads.length > 1 && (
            <Select
              label="Lead"
              hint="Calls to the crew reach the lead."
              value={chosenIds[0] ?? ''}
              options={leads.map(({ id, first_name, phone_number }) => ({
                value: id,
                label: phone_number === null ? `${first_name} (no phone number)` : first_name,
              }))}
              onChange={(lead) => setChosenIds((ids) => [lead, ...ids.filter((id) => id !== lead)])}
            />
          )}
          {areas.length > 1 && (
            <fieldset className="grid gap-1">
              <legend className="pb-1 font-semibold">
                Home areas; if none is selected, the crew works in all areas
              </legend>
              <div className="flex flex-wrap gap-x-4 gap-y-1">
                {areas.map(({ slug, name }) => (
                  <label key={slug} className="flex min-h-8 items-center gap-2">
                    <input
                      type="checkbox"
                      name="areas"
                      value={slug}
                      defaultChecked={crew?.home_areas.includes(slug) ?? false}
                    />
                    {name}
                  </label>
                ))}
              </div>
            </fieldset>
          )}
          <TextField
            label="Rating"
            name="rating"
            type="number"
            min={0}
            max={5}
            step={0.1}
            required
            defaultValue={crew?.rating ?? 5}
            hint="Partners see the rating."
            error={errorFor('rating')}
          />
          <label className="flex min-h-8 items-center gap-2">
            <input type="checkbox" name="auto_accept" defaultChecked={crew?.auto_accept ?? false} />
            Accept offers automatically
          </label>
        </>
      )}
    </RosterForm>
  );
}
