// Views of the crew, notes, calls, messages and deliveries of a booking.
import type { BookingDelivery, BookingMessage, Call, Note } from './booking-details-schemas.ts';
import type { EngagedCrew, SentMessage, BookingDelivery as StoredDelivery } from './booking-details-store.ts';
import type { StoredEntry } from './booking-note-store.ts';

export function presentEngagedCrew(crew: EngagedCrew) {
  const { longitude, latitude } = crew;
  return {
    id: crew.id,
    name: crew.name,
    vehicle_name: crew.vehicleName,
    vehicle_type: crew.vehicleType,
    starts_at: crew.startsAt.toISOString(),
    ends_at: crew.endsAt.toISOString(),
    location: longitude === null || latitude === null ? null : [longitude, latitude],
    located_at: crew.positionAt?.toISOString() ?? null,
  };
}

const authored = ({ id, createdAt, operatorId, operatorName }: StoredEntry) => ({
  id,
  at: createdAt.toISOString(),
  by: { id: operatorId, name: operatorName },
});

export function presentNote(entry: StoredEntry): Note {
  return { ...authored(entry), text: entry.text };
}

/** null if the entry is a note. */
export function presentCall(entry: StoredEntry): Call | null {
  const { person, direction, outcome, text } = entry;
  if (person === null || direction === null || outcome === null) return null;
  return { ...authored(entry), person, direction, outcome, text };
}

export function presentNotes(entries: readonly StoredEntry[]): Note[] {
  return entries.filter(({ kind }) => kind === 'note').map(presentNote);
}

export function presentCalls(entries: readonly StoredEntry[]): Call[] {
  return entries.map(presentCall).filter((call) => call !== null);
}

export function presentMessage(message: SentMessage): BookingMessage {
  const { id, createdAt, kind, channel, address, content, status, reason } = message;
  return {
    id,
    at: createdAt.toISOString(),
    kind,
    channel,
    to: address,
    text: content && ('subject' in content ? content.subject : content.text),
    status,
    reason,
  };
}

export function presentDelivery(delivery: StoredDelivery): BookingDelivery {
  return {
    id: delivery.id,
    at: delivery.createdAt.toISOString(),
    type: delivery.eventType,
    endpoint: delivery.endpointUrl && withoutQuery(delivery.endpointUrl),
    status: delivery.status,
    attempts: delivery.attempts,
    status_code: delivery.lastStatusCode,
  };
}

/** The query string of an endpoint URL may contain a secret of the partner. */
function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
