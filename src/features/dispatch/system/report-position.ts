// A crew says where it is. What a booking shows is the booking's own business; this is where the next job begins from.
import type { CrewLocation } from '../../../domain/crew.ts';
import { savePosition } from './crew-store.ts';
import type { RosterContext } from './dispatch-context.ts';
import { found } from './roster-problems.ts';

export async function reportCrewPosition(
  { system, clock }: Pick<RosterContext, 'system' | 'clock'>,
  { crewId, ...position }: CrewLocation & { readonly crewId: string },
): Promise<void> {
  await found(
    'crew',
    crewId,
    async (id) => (await savePosition(system, id, position, clock.now())) || undefined,
  );
}
