// GET /crew/api/day: the current work of a crew.
import type { CrewPrincipal } from '../../http/surfaces/crew-principal.ts';
import type { CrewContext } from './crew-context.ts';
import { findCrewOverview, listEngaged } from './crew-day-store.ts';
import { presentDay } from './crew-day-view.ts';
import type { CrewDay } from './crew-schemas.ts';

export async function readDay(
  { system, clock, connectsCalls }: Pick<CrewContext, 'system' | 'clock' | 'connectsCalls'>,
  { crewId, hasPhoneNumber }: CrewPrincipal,
): Promise<CrewDay> {
  const now = clock.now();
  const masksCalls = connectsCalls && hasPhoneNumber;
  if (crewId === null) return presentDay({ now, crew: null, engaged: [], masksCalls });
  const [crew, engaged] = await Promise.all([
    findCrewOverview(system, crewId, now),
    listEngaged(system, crewId, now),
  ]);
  return presentDay({ now, crew: crew ?? null, engaged, masksCalls });
}
