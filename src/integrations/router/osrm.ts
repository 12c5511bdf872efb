// OSRM route service, or any service compatible with its version 1:
// https://project-osrm.org/docs/v5.24.0/api/#route-service
import type { Waypoint } from '../../domain/place/travel.ts';
import { serviceUrl } from '../service-url.ts';
import { cellsOf, type MatrixRows, requestMatrix } from './read-matrix.ts';
import {
  legFromMetric,
  listOf,
  METERS_PER_MILE,
  type ParsedServiceResponse,
  property,
  type RouteSource,
  requestRoute,
  textOf,
} from './service-request.ts';

const NO_ROUTE_CODES: readonly string[] = ['NoRoute', 'NoSegment'];

export function osrmRouter(base: string): RouteSource {
  return {
    route: (waypoints) => {
      const points = waypoints.map(pointText);
      const url = serviceUrl(base, `route/v1/driving/${points.join(';')}`, {
        overview: 'false',
        steps: 'false',
      });
      return requestRoute(waypoints, { service: 'OSRM', url, request: { method: 'GET' }, read });
    },
    matrix: (sources, targets) => {
      const points = [...sources, ...targets].map(pointText);
      const indices = (from: number, count: number) =>
        Array.from({ length: count }, (_, index) => from + index).join(';');
      const url = serviceUrl(base, `table/v1/driving/${points.join(';')}`, {
        sources: indices(0, sources.length),
        destinations: indices(sources.length, targets.length),
        annotations: 'duration,distance',
      });
      return requestMatrix(sources, targets, {
        service: 'OSRM',
        url,
        request: { method: 'GET' },
        read: readTable,
      });
    },
  };
}

function pointText({ longitude, latitude }: Waypoint): string {
  return `${longitude.toFixed(6)},${latitude.toFixed(6)}`;
}

function read(status: number, body: unknown): ParsedServiceResponse {
  const code = textOf(property(body, 'code'));
  if (NO_ROUTE_CODES.includes(code)) {
    return { noRoute: `${code} ${textOf(property(body, 'message'))}` };
  }
  if (status !== 200 || code !== 'Ok') return null;
  const legs = listOf(property(listOf(property(body, 'routes'))[0], 'legs'));
  return { legs: legs.map((leg) => legFromMetric(property(leg, 'distance'), property(leg, 'duration'))) };
}

/** OSRM: rows of distances in meters and durations in seconds. */
function readTable(body: unknown, estimates: MatrixRows): MatrixRows | null {
  if (property(body, 'code') !== 'Ok') return null;
  return cellsOf(property(body, 'distances'), property(body, 'durations'), METERS_PER_MILE, estimates);
}
