// The pages that `npm run compare-pages` compares, each with what it shows when it has loaded.
import {
  demoBookings,
  drivenBooking,
  type Installation,
  partnerToken,
} from '../support/demo-installation.ts';

/** Console and portal pages need a session. */
export type Surface = 'public' | 'console' | 'portal';

export interface ComparedPage {
  readonly name: string;
  readonly surface: Surface;
  readonly path: string;
}

const consolePaths = [
  'board',
  'exceptions',
  'bookings',
  'map',
  'calendar',
  'crews',
  'dashboards',
  'organizations',
  'areas',
  'messages',
  'requests',
  'users',
  'operators',
  'security',
  'privacy',
  'account',
];
const portalPaths = [
  '',
  'endpoints/new',
  'deliveries',
  'events',
  'bookings',
  'bookings/new',
  'statements',
  'keys',
];
const publicPaths = [
  '',
  'console',
  'portal',
  'crew',
  'track/unknown',
  'docs',
  'docs/quickstart',
  'docs/reference',
  'nowhere',
];

export async function comparedPages(installation: Installation): Promise<ComparedPage[]> {
  const booking = drivenBooking(await demoBookings(installation, await partnerToken(installation)));
  const tracking = new URL(booking.share_url).pathname.slice(1);
  const list = (surface: Surface, folder: string, paths: readonly string[]): ComparedPage[] =>
    paths.map((path) => ({
      name: [surface, ...path.split('/').filter(Boolean)].join('-'),
      surface,
      path: `/${[folder, path].filter(Boolean).join('/')}`,
    }));
  return [
    ...list('public', '', publicPaths),
    { name: 'tracking', surface: 'public', path: `/${tracking}` },
    ...list('console', 'console', consolePaths),
    { name: 'console-booking', surface: 'console', path: `/console/bookings/${booking.id}` },
    ...list('portal', 'portal', portalPaths),
    { name: 'portal-booking', surface: 'portal', path: `/portal/bookings/${booking.id}` },
  ];
}
