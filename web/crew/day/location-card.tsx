// Asks for consent to share the location and shows that it is shared. Mounted only while a job is in progress:
// unmounting stops the sharing.
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { shareLocation } from '../offline/share-location.ts';
import type { DayProps } from './day-props.ts';

type Consent = 'unknown' | 'ask' | 'granted' | 'denied' | 'dismissed';

const DISMISSED_KEY = 'waybill-crew-location-later';

/** Read when the script starts, so that the first view already has the card and nothing moves. */
let startPermission: PermissionState | null = null;
if ('geolocation' in navigator)
  void readPermission().then((state) => {
    startPermission = state;
  });

export function LocationCard({ words, view, phone, bookingId }: DayProps & { readonly bookingId: string }) {
  const [consent, setConsent] = useState<Consent>(() =>
    startPermission === null ? 'unknown' : consentOf(startPermission, bookingId),
  );
  useEffect(() => {
    void findConsent(bookingId).then(setConsent);
  }, [bookingId]);
  useEffect(() => {
    if (consent !== 'granted') return;
    return shareLocation(
      bookingId,
      () => phone.now(),
      () => setConsent('denied'),
    );
  }, [consent, bookingId, phone]);
  if (consent === 'unknown' || consent === 'dismissed') return null;
  if (consent === 'granted')
    return (
      <p className="flex items-center gap-2 px-1 text-muted">
        <Icon name="locate" className="size-4" />
        {view.isOnline ? words.locationOn : words.locationWaits}
      </p>
    );
  if (consent === 'denied') return <p className="px-1 text-muted">{words.locationDenied}</p>;
  return (
    <section aria-label={words.locationTitle} className="rounded-2xl border bg-card p-4 shadow-xs">
      <h2 className="text-base font-semibold">{words.locationTitle}</h2>
      <p className="mt-1 text-muted">{words.location}</p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button className="min-h-12!" onClick={dismiss}>
          {words.notNow}
        </Button>
        <Button look="primary" className="min-h-12! whitespace-normal!" onClick={() => setConsent('granted')}>
          {words.allow}
        </Button>
      </div>
    </section>
  );

  function dismiss(): void {
    sessionStorage.setItem(DISMISSED_KEY, bookingId);
    setConsent('dismissed');
  }
}

async function findConsent(bookingId: string): Promise<Consent> {
  return 'geolocation' in navigator ? consentOf(await readPermission(), bookingId) : 'dismissed';
}

function readPermission(): Promise<PermissionState> {
  return navigator.permissions
    .query({ name: 'geolocation' })
    .then(({ state }) => state)
    .catch(() => 'prompt' as const);
}

function consentOf(permission: PermissionState, bookingId: string): Consent {
  if (permission !== 'prompt') return permission;
  return sessionStorage.getItem(DISMISSED_KEY) === bookingId ? 'dismissed' : 'ask';
}
