// Determines the arrival window that a request selects: a listed window by id, or a custom window by its times.
import type { Product } from '../../domain/dispatch/product.ts';
import { endOf, type Route, type RouteEnd } from '../../domain/place/route.ts';
import { type ServiceArea, zoneFor } from '../../domain/place/service-area.ts';
import {
  type ArrivalWindow,
  customWindow,
  findWindow,
  type WindowCalendar,
} from '../../domain/time/arrival-window.ts';
import {
  type CustomWindowFault,
  customWindowTimes,
  endFaults,
} from '../../domain/time/custom-window-times.ts';
import { listedWindowPassed } from '../../domain/time/window-problem.ts';
import { Problem } from '../../lib/problem.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';

export type WindowSelection =
  | { readonly id: string }
  | {
      readonly fromMs: number;
      readonly toMs: number | undefined;
      readonly defaultLength: 'policy' | 'one_hour';
    };

export interface WindowBody {
  readonly arrival_window_id?: string;
  readonly arrival_window_from?: string;
  readonly arrival_window_to?: string;
}

/** Returns null if the request has no window parameter. */
export function readWindowSelection(
  body: WindowBody,
  defaultLength: 'policy' | 'one_hour',
): WindowSelection | null {
  const { arrival_window_id: id, arrival_window_from: from, arrival_window_to: to } = body;
  if (id !== undefined) {
    const param = from !== undefined ? 'arrival_window_from' : to !== undefined ? 'arrival_window_to' : null;
    if (param) {
      const message = 'Send either arrival_window_id, or arrival_window_from and arrival_window_to.';
      throw Problem.of('mutually_exclusive_parameters', message, { param });
    }
    return { id };
  }
  if (from !== undefined) {
    const [fromMs, toMs] = [Date.parse(from), to === undefined ? undefined : Date.parse(to)];
    const [fault] = toMs === undefined ? [] : endFaults({ startMs: fromMs, endMs: toMs });
    if (fault) throw customProblem(fault);
    return { fromMs, toMs, defaultLength };
  }
  if (to === undefined) return null;
  throw Problem.of('missing_parameter', 'arrival_window_from is required with arrival_window_to.', {
    param: 'arrival_window_from',
  });
}

export function chooseWindow(
  selection: WindowSelection,
  {
    area,
    product,
    route,
    ref,
  }: { readonly area: ServiceArea; readonly product: Product; readonly route: Route; readonly ref: RouteEnd },
  nowMs: number,
): ArrivalWindow {
  const offer = area.products[product];
  if (!offer)
    throw Problem.of('product_unavailable', `${product} is not available on this route.`, {
      param: 'product',
    });
  const calendar: WindowCalendar = {
    area,
    product,
    timeZone: zoneFor(area, endOf(route, ref).location.timeZone),
  };
  if ('id' in selection) return listedWindow(calendar, selection.id, nowMs);
  const times = customWindowTimes(selection, offer.windows, nowMs);
  if (!times.ok) throw customProblem(times.faults[0]);
  return customWindow(calendar, times.value.startMs, times.value.endMs, sha256Hex);
}

function listedWindow(calendar: WindowCalendar, id: string, nowMs: number): ArrivalWindow {
  const lookup = findWindow(calendar, id, nowMs, sha256Hex);
  if (lookup.found) return lookup.window;
  if (lookup.reason === 'window_in_past') throw listedWindowPassed();
  throw Problem.of(
    lookup.reason,
    'There is no such arrival window for this route and product. Choose one from POST /schedule.',
    { param: 'arrival_window_id' },
  );
}

function customProblem(fault: CustomWindowFault | undefined): Problem {
  if (!fault) throw new Error('a window was refused without a fault');
  const { kind, param, message } = fault;
  const code = kind === 'window_in_past' || kind === 'window_too_far' ? kind : 'invalid_parameter';
  return Problem.of(code, `${param} ${message}.`, { param });
}
