// Parses the two request forms of a route (`stops`, or the deprecated `origin` and `destination`) into a list of stops.
import { readStopFields, type StopDetails, type StopFields } from '../../domain/place/stop-details.ts';
import { Problem } from '../../lib/problem.ts';
import type { LocationParam, RequestedLocation } from './resolve-locations.ts';

export interface StopInput extends Partial<StopFields> {
  readonly location: LocationParam;
}

export interface RouteBody {
  readonly stops?: readonly StopInput[];
  readonly origin?: LocationParam;
  readonly destination?: LocationParam;
}

export interface RequestedStop extends RequestedLocation {
  readonly details?: Partial<StopDetails>;
}

export interface RouteForm {
  readonly stops: readonly RequestedStop[];
  /** Whether the request used `origin` and `destination`. */
  readonly deprecated: boolean;
}

export function readRouteForm({ stops, origin, destination }: RouteBody): RouteForm {
  if (stops !== undefined) {
    if (origin !== undefined || destination !== undefined) {
      const param = origin !== undefined ? 'origin' : 'destination';
      throw Problem.of('mutually_exclusive_parameters', 'Send either stops, or origin and destination.', {
        param,
      });
    }
    return {
      stops: stops.map((stop, index) => wantedStop(stop, `stops[${index}].location`)),
      deprecated: false,
    };
  }
  if (origin === undefined && destination === undefined) throw missing('stops');
  if (origin === undefined) throw missing('origin');
  if (destination === undefined) throw missing('destination');
  return {
    stops: [wantedStop({ location: origin }, 'origin'), wantedStop({ location: destination }, 'destination')],
    deprecated: true,
  };
}

function wantedStop({ location, ...fields }: StopInput, param: string): RequestedStop {
  return { value: location, param, details: readStopFields(fields) };
}

function missing(param: string): Problem {
  return Problem.of('missing_parameter', `${param} is required.`, { param });
}
