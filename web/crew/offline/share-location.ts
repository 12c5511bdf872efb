// Where the phone is, while its crew is on a job and somebody has agreed to it: every ten seconds on the move, every fifteen
// otherwise. Nothing is kept for later: where a crew was is nobody's business.
import type { Point, SyncAnswer, SyncRequest } from '../../../src/features/crew/crew-wire.ts';
import { callApi } from './crew-api.ts';
import { findSession } from './offline-store.ts';

const MOVING_MS = 10_000;
const STANDING_MS = 15_000;
const MOVED_METRES = 25;
const METRES_PER_DEGREE = 111_320;

interface Sighting {
  readonly point: Point;
  readonly seenAtMs: number;
}

let last: Sighting | null = null;

/** Where it was within the last minute; null: nobody knows. */
export function lastPoint(): Point | null {
  return last !== null && Date.now() - last.seenAtMs < 60_000 ? last.point : null;
}

/** Until what it returns is called, or the server says that the job is over. `now` is the server's time. */
export function shareLocation(bookingId: string, now: () => Date, onDenied: () => void): () => void {
  let told: Sighting | null = null;
  const watch = navigator.geolocation.watchPosition(
    ({ coords }) => {
      last = { point: [coords.longitude, coords.latitude], seenAtMs: Date.now() };
      void tell();
    },
    ({ code }) => code === GeolocationPositionError.PERMISSION_DENIED && onDenied(),
    { enableHighAccuracy: true, maximumAge: 5_000 },
  );
  // Who stands still is heard of, too.
  const timer = setInterval(() => void tell(), STANDING_MS);

  async function tell(): Promise<void> {
    if (last === null || !isDue(last, told)) return;
    told = { ...last, seenAtMs: Date.now() };
    if ((await sendPosition(bookingId, last.point, now())) === 'over') stop();
  }
  function stop(): void {
    navigator.geolocation.clearWatch(watch);
    clearInterval(timer);
  }
  return stop;
}

function isDue(here: Sighting, told: Sighting | null): boolean {
  if (told === null) return true;
  const sinceMs = Date.now() - told.seenAtMs;
  return (
    sinceMs >= STANDING_MS - 500 || (sinceMs >= MOVING_MS && metres(here.point, told.point) > MOVED_METRES)
  );
}

function metres([longitude, latitude]: Point, [fromLongitude, fromLatitude]: Point): number {
  const east = (longitude - fromLongitude) * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(east, latitude - fromLatitude) * METRES_PER_DEGREE;
}

async function sendPosition(bookingId: string, location: Point, at: Date): Promise<'over' | 'told'> {
  const session = await findSession();
  if (!session) return 'over';
  const position = { id: crypto.randomUUID(), kind: 'position', booking_id: bookingId, location } as const;
  const body: SyncRequest = { actions: [{ ...position, at: at.toISOString() }] };
  const call = { method: 'POST', body, csrfToken: session.csrf_token } as const;
  const answer = await callApi<SyncAnswer>('/sync', call).catch(() => null);
  const reason = answer?.results[0]?.reason;
  return reason === 'over' || reason === 'not_yours' ? 'over' : 'told';
}
