// Location sharing during a job, with consent: every 10 s while moving, every 15 s otherwise. Positions are not queued
// offline: past positions of a crew must not be recorded.
import type { Point, SyncRequest, SyncResponse } from '../api.generated.ts';
import { callApi } from './crew-api.ts';
import { findSession } from './offline-store.ts';

const MOVING_MS = 10_000;
const STANDING_MS = 15_000;
const MIN_MOVE_METRES = 25;
const METRES_PER_DEGREE = 111_320;

interface PositionFix {
  readonly point: Point;
  readonly seenAtMs: number;
}

let lastFix: PositionFix | null = null;

/** Position if it is at most one minute old, else null. */
export function lastPoint(): Point | null {
  return lastFix !== null && Date.now() - lastFix.seenAtMs < 60_000 ? lastFix.point : null;
}

/** Runs until the returned function is called or the server reports the end of the job. `now` returns server time. */
export function shareLocation(bookingId: string, now: () => Date, onDenied: () => void): () => void {
  let lastSent: PositionFix | null = null;
  const watch = navigator.geolocation.watchPosition(
    ({ coords }) => {
      lastFix = { point: [coords.longitude, coords.latitude], seenAtMs: Date.now() };
      void sendIfDue();
    },
    ({ code }) => code === GeolocationPositionError.PERMISSION_DENIED && onDenied(),
    { enableHighAccuracy: true, maximumAge: 5_000 },
  );
  // `watchPosition` may not fire while the phone does not move.
  const timer = setInterval(() => void sendIfDue(), STANDING_MS);

  async function sendIfDue(): Promise<void> {
    if (lastFix === null || !isDue(lastFix, lastSent)) return;
    lastSent = { ...lastFix, seenAtMs: Date.now() };
    if ((await sendPosition(bookingId, lastFix.point, now())) === 'over') stop();
  }
  function stop(): void {
    navigator.geolocation.clearWatch(watch);
    clearInterval(timer);
  }
  return stop;
}

function isDue(here: PositionFix, lastSent: PositionFix | null): boolean {
  if (lastSent === null) return true;
  const sinceMs = Date.now() - lastSent.seenAtMs;
  return (
    sinceMs >= STANDING_MS - 500 ||
    (sinceMs >= MOVING_MS && distanceMetres(here.point, lastSent.point) > MIN_MOVE_METRES)
  );
}

function distanceMetres([longitude, latitude]: Point, [fromLongitude, fromLatitude]: Point): number {
  const east = (longitude - fromLongitude) * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(east, latitude - fromLatitude) * METRES_PER_DEGREE;
}

async function sendPosition(bookingId: string, location: Point, at: Date): Promise<'over' | 'sent'> {
  const session = await findSession();
  if (!session) return 'over';
  const position = { id: crypto.randomUUID(), kind: 'position', booking_id: bookingId, location } as const;
  const body: SyncRequest = { actions: [{ ...position, at: at.toISOString() }] };
  const call = { method: 'POST', body, csrfToken: session.csrf_token } as const;
  const answer = await callApi<SyncResponse>('/sync', call).catch(() => null);
  const reason = answer?.results[0]?.reason;
  return reason === 'over' || reason === 'not_yours' ? 'over' : 'sent';
}
