// Dependencies of the sandbox simulation, both automatic and step by step.
import { savePhoto } from '../features/photos/save-photo.ts';
import { drawStopPhoto } from '../features/simulation/draw-stop-photo.ts';
import type { SimulationContext } from '../features/simulation/run-simulation-step.ts';
import type { AppComponents } from './components.ts';

export function simulationContext({ config, context }: AppComponents): SimulationContext {
  return {
    ...context,
    stepMillis: config.simulationStepSeconds * 1_000,
    photograph: async (booking, position) =>
      savePhoto(
        context,
        { accountId: booking.accountId, bookingId: booking.id },
        await drawStopPhoto(booking.id, position),
      ),
  };
}
