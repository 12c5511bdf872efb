// Valhalla route service, self-hosted or hosted: https://valhalla.github.io/valhalla/api/turn-by-turn/
import { serviceUrl } from '../service-url.ts';
import { requestMatrix } from './read-matrix.ts';
import {
  type ParsedServiceResponse,
  property,
  type RouteSource,
  requestRoute,
  textOf,
} from './service-request.ts';
import { matrixBodyFor, NO_ROUTE_CODES, readMatrix, readTrip, requestBodyFor } from './valhalla-messages.ts';

export function valhallaRouter(base: string): RouteSource {
  const url = serviceUrl(base, 'route');
  const matrixUrl = serviceUrl(base, 'sources_to_targets');
  return {
    route: (waypoints, vehicle) =>
      requestRoute(waypoints, {
        service: 'Valhalla',
        url,
        request: { method: 'POST', body: requestBodyFor(waypoints, vehicle) },
        read,
      }),
    matrix: (sources, targets) =>
      requestMatrix(sources, targets, {
        service: 'Valhalla',
        url: matrixUrl,
        request: { method: 'POST', body: matrixBodyFor(sources, targets) },
        read: readMatrix,
      }),
  };
}

function read(status: number, body: unknown): ParsedServiceResponse {
  if (status === 400 && NO_ROUTE_CODES.includes(property(body, 'error_code'))) {
    return { noRoute: textOf(property(body, 'error')) };
  }
  return status === 200 ? readTrip(body) : null;
}
