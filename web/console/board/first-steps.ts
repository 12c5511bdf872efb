// What an operator of a new installation sets up before the first booking, derived from existing records.
import type { CrewPerson, ListedCrew, OperatorRole, Vehicle } from '../api.ts';

export interface FirstStep {
  readonly title: string;
  readonly isDone: boolean;
  /** Current state, and what is missing. */
  readonly state: string;
  /** Next action; its page. */
  readonly action: string;
  readonly href: string;
  /** Minimum role that may carry out the action. */
  readonly role: Extract<OperatorRole, 'admin' | 'dispatcher'>;
}

interface Prices {
  /** 0: the default prices apply. */
  readonly revision: number;
  readonly areaNames: readonly string[];
}

export function areaStep({ revision, areaNames }: Prices): FirstStep {
  const names = areaNames.length > 3 ? `${areaNames.length} areas` : areaNames.join(', ');
  return {
    title: 'Set areas and prices',
    isDone: revision > 0,
    state: revision > 0 ? `Prices are saved for ${names}.` : `Default prices apply in ${names}.`,
    action: 'Set areas and prices',
    href: '/areas',
    role: 'admin',
  };
}

interface Roster {
  readonly crews: readonly Pick<ListedCrew, 'id' | 'name' | 'vehicle' | 'members' | 'shift'>[];
  readonly vehicles: readonly Pick<Vehicle, 'id'>[];
  readonly members: readonly Pick<CrewPerson, 'id'>[];
}

export function crewStep(roster: Roster): FirstStep {
  return { title: 'Create a crew with a vehicle and a shift', role: 'dispatcher', ...crewState(roster) };
}

function crewState({
  crews,
  vehicles,
  members,
}: Roster): Pick<FirstStep, 'isDone' | 'state' | 'action' | 'href'> {
  const isDone = false;
  if (crews.length === 0) {
    if (vehicles.length === 0)
      return {
        isDone,
        state: 'There is no vehicle yet.',
        action: 'Add a vehicle',
        href: '/crews?view=vehicles',
      };
    if (members.length === 0)
      return {
        isDone,
        state: 'There is no crew member yet.',
        action: 'Add a crew member',
        href: '/crews?view=people',
      };
    return { isDone, state: 'There is no crew yet.', action: 'Create a crew', href: '/crews' };
  }
  const manned = crews.filter(({ vehicle, members: { length } }) => vehicle !== null && length > 0);
  const ready = manned.find(({ shift }) => shift !== null);
  if (ready)
    return {
      isDone: true,
      state: `${ready.name} has a vehicle and a shift.`,
      action: 'Open Crews',
      href: '/crews',
    };
  const [crew] = manned;
  if (crew)
    return { isDone, state: `${crew.name} has no shift.`, action: 'Add a shift', href: '/crews?view=shifts' };
  const { id, name, vehicle } = crews[0] as Roster['crews'][number];
  const href = `/crews?crew=${id}`;
  return vehicle === null
    ? { isDone, state: `${name} has no vehicle.`, action: 'Choose a vehicle', href }
    : { isDone, state: `${name} has no crew members.`, action: 'Choose crew members', href };
}

interface PartnerAccess {
  readonly id: string;
  readonly name: string;
  readonly clients: number;
  readonly people: number;
}

export function partnerStep(organizations: readonly PartnerAccess[]): FirstStep {
  const title = 'Give a partner access';
  const role = 'admin';
  const [first] = organizations;
  if (!first)
    return {
      title,
      role,
      isDone: false,
      state: 'There is no organization yet.',
      action: 'Create an organization',
      href: '/organizations',
    };
  const ready = organizations.find(({ clients, people }) => clients + people > 0);
  if (ready)
    return {
      title,
      role,
      isDone: true,
      state: `${ready.name} has ${ready.clients > 0 ? 'an API client' : 'access to the portal'}.`,
      action: 'Open the organization',
      href: `/organizations/${ready.id}`,
    };
  return {
    title,
    role,
    isDone: false,
    state: `${first.name} has no API client and no people with portal access.`,
    action: 'Create an API client',
    href: `/organizations/${first.id}`,
  };
}
