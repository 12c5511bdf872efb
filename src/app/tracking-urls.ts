// Tracking links in messages: each contact has a link of its own; other recipients get the share link.
import type { Context } from '../context.ts';
import type { TrackingUrlFor } from '../features/notifications/system/compose-messages.ts';
import { contactTrackingUrl } from '../features/tracking/tracking-link.ts';

export function trackingUrlsOf(context: Pick<Context, 'keys' | 'environment'>): TrackingUrlFor {
  return ({ id, shareUrl }, contactId, language) =>
    contactId === null ? shareUrl : contactTrackingUrl(context, id, contactId, language);
}
