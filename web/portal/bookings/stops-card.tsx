// Stops of a booking with their progress, and the dialog that changes one.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { WebLink } from '../../ui/web-link.tsx';
import type { Dispatch, RouteStop } from '../partner.generated.ts';
import { stopName } from './booking-labels.ts';
import type { ShownBooking } from './booking-queries.ts';
import { addressOf } from './stop-address.ts';
import { StopDialog } from './stop-dialog.tsx';

export function StopsCard({ booking, facts }: ShownBooking) {
  const [edited, setEdited] = useState<RouteStop | null>(null);
  const { route, dispatch, state } = booking;
  const mayChange = state === 'created' || state === 'dispatched';
  return (
    <Card title="Stops">
      <ol className="grid gap-4">
        {route.map((stop) => {
          const name = stopName(stop.position, route.length);
          return (
            <li key={stop.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-l-2 pl-4">
              <div>
                <p className="eyebrow">{name}</p>
                <p className="font-medium [overflow-wrap:anywhere]">{addressOf(stop)}</p>
                {stop.instructions !== null && (
                  <p className="[overflow-wrap:anywhere] whitespace-pre-line text-muted">
                    {stop.instructions}
                  </p>
                )}
                <StopSteps stop={stop} dispatch={dispatch} timeZone={facts.time_zone} />
              </div>
              {mayChange && (
                <Button size="small" icon="edit" className="self-start" onClick={() => setEdited(stop)}>
                  Change<span className="sr-only"> {name}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      {edited !== null && <StopDialog booking={booking} stop={edited} onClose={() => setEdited(null)} />}
    </Card>
  );
}

const stepLabels: Readonly<Record<string, string>> = { driving: 'Departed for this stop', at: 'Arrived' };

interface StopStepsProps {
  readonly stop: RouteStop;
  readonly dispatch: Dispatch | null;
  readonly timeZone: string | null;
}

function StopSteps({ stop, dispatch, timeZone }: StopStepsProps) {
  const steps = (dispatch?.events ?? []).filter(
    ({ route_stop_id, state }) => route_stop_id === stop.id && state !== 'pending',
  );
  if (steps.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-0.5 text-[0.8125rem] text-muted">
      {steps.map(({ state, triggered_at, outcome, reason, photo_urls }) => (
        <li key={`${state} ${triggered_at}`}>
          {state === 'done'
            ? outcome === 'skipped'
              ? 'Skipped'
              : 'Completed'
            : (stepLabels[state] ?? state)}
          {', '}
          {englishTimes.recent(triggered_at, timeZone ?? undefined)}
          {reason !== undefined && `: ${reason.replaceAll('_', ' ')}`}
          {photo_urls.map((url) => (
            <span key={url} className="block">
              Photo: <WebLink uri={url} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
