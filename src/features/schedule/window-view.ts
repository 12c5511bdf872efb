// Renders arrival windows to the wire format.
import type { ArrivalWindow } from '../../domain/time/arrival-window.ts';

export function presentWindow({ id, kind, startMs, endMs, label }: ArrivalWindow, available: boolean) {
  return { id, available, ondemand: kind === 'on_demand', start_at: iso(startMs), end_at: iso(endMs), label };
}

function iso(millis: number | null): string | null {
  return millis === null ? null : new Date(millis).toISOString();
}
