// Where the tracking page reads its booking: the link in the URL, or the portal session if the page is the preview of a
// sandbox booking.

export interface TrackingSource {
  /** Path of the view; its stream is below it. */
  readonly path: string;
  /** Whether the page is a preview in the portal. */
  readonly isPreview: boolean;
}

const previewPath = /^\/portal\/bookings\/([^/]+)\/tracking\/?$/;

export function trackingSource(pathname: string): TrackingSource {
  const bookingId = previewPath.exec(pathname)?.[1];
  if (bookingId !== undefined) return { path: `/portal/api/bookings/${bookingId}/tracking`, isPreview: true };
  return { path: `/track/api/${pathname.split('/').at(-1) ?? ''}`, isPreview: false };
}
