// Stores the last known position of a crew, from which the planner estimates its next drive. Positions shown on
// bookings are updated separately (update-crew-position.ts).
import type { CrewLocation } from '../../../domain/dispatch/crew.ts';
import { savePosition } from './crew-store.ts';
import type { RosterContext } from './dispatch-context.ts';
import { requireRow } from './roster-problems.ts';

export async function reportCrewPosition(
  { system, clock }: Pick<RosterContext, 'system' | 'clock'>,
  { crewId, ...position }: CrewLocation & { readonly crewId: string },
): Promise<void> {
  await requireRow(
    'crew',
    crewId,
    async (id) => (await savePosition(system, id, position, clock.now())) || undefined,
  );
}
