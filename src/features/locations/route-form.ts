// Parses the two request forms of a route (`stops`, or the deprecated `origin` and `destination`) into a list of stops.
import { Problem } from '../../lib/problem.ts';
import type { LocationParam, RequestedLocation } from './resolve-locations.ts';

export interface StopInput {
  readonly location: LocationParam;
  readonly instructions?: string | null;
  readonly address2?: string | null;
  readonly floor?: number | null;
  readonly elevator?: boolean | null;
}

export interface RouteBody {
  readonly stops?: readonly StopInput[];
  readonly origin?: LocationParam;
  readonly destination?: LocationParam;
}

export interface RequestedStop extends RequestedLocation {
  readonly instructions: string | null;
  readonly address2: string | null;
  readonly floor: number | null;
  readonly elevator: boolean | null;
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

function wantedStop(
  { location, instructions, address2, floor, elevator }: StopInput,
  param: string,
): RequestedStop {
  return {
    value: location,
    param,
    instructions: instructions ?? null,
    address2: address2 ?? null,
    floor: floor ?? null,
    elevator: elevator ?? null,
  };
}

function missing(param: string): Problem {
  return Problem.of('missing_parameter', `${param} is required.`, { param });
}
