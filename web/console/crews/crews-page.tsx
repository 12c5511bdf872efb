// Crews pages: replacing a lost crew, and the page with tabs for crews, shifts, crew members and vehicles.
import { Route, Switch, useLocation, useSearch } from 'wouter';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CrewList } from './crew-list.tsx';
import { MemberList } from './member-list.tsx';
import { ReplaceCrewPage } from './replace-crew-page.tsx';
import { ShiftWeek } from './shift-week.tsx';
import { VehicleList } from './vehicle-list.tsx';

const views = [
  { value: 'crews', label: 'Crews' },
  { value: 'shifts', label: 'Shifts' },
  { value: 'people', label: 'Crew members' },
  { value: 'vehicles', label: 'Vehicles' },
] as const;
type View = (typeof views)[number]['value'];

export function CrewsPage() {
  return (
    <Switch>
      <Route path="/crews/:id/reassign">{({ id }) => <ReplaceCrewPage key={id} crewId={id} />}</Route>
      <Route>
        <CrewTabs />
      </Route>
    </Switch>
  );
}

function CrewTabs() {
  const search = new URLSearchParams(useSearch());
  const [, go] = useLocation();
  const view: View = views.find(({ value }) => value === search.get('view'))?.value ?? 'crews';
  return (
    <>
      <PageHead
        title="Crews"
        lead="A crew is a vehicle with its crew members. Bookings can be assigned to it during its shifts."
      />
      <Tabs
        label="Views"
        tabs={views}
        value={view}
        onChange={(value) => go(value === 'crews' ? '/crews' : `/crews?view=${value}`)}
      >
        {view === 'crews' && <CrewList highlighted={search.get('crew')} />}
        {view === 'shifts' && <ShiftWeek week={search.get('week')} />}
        {view === 'people' && <MemberList />}
        {view === 'vehicles' && <VehicleList />}
      </Tabs>
    </>
  );
}
