// Every place of the console, in the order of the navigation. One line here makes the link and the route; the page itself is
// fetched when somebody opens it. A page answers for every address under its path and has its own <Switch> where it has
// several. Exactly one group per place; what a role may not see is neither linked nor routed.
import type { OperatorRole } from '../../src/features/console/session/session-wire.ts';
import { type LazyPage, lazyPage } from '../client/lazy-page.ts';
import type { IconName } from '../ui/icon.tsx';

export const GROUPS = ['Today', 'Plan', 'Business', 'Records', 'Settings'] as const;

export interface Place {
  readonly path: `/${string}`;
  readonly label: string;
  readonly icon: IconName;
  readonly group: (typeof GROUPS)[number];
  /** Who may at least look at it. */
  readonly role: OperatorRole;
  readonly page: LazyPage;
}

// Today: Exceptions /exceptions (alert).
// Plan: Calendar /calendar (calendar).
// Business: Dashboards /dashboards (chart), Organizations, Areas and prices /areas (tag).
export const places: readonly Place[] = [
  {
    path: '/board',
    label: 'Board',
    icon: 'board',
    group: 'Today',
    role: 'viewer',
    page: lazyPage(async () => (await import('./board/board-page.tsx')).BoardPage),
  },
  {
    path: '/bookings',
    label: 'Bookings',
    icon: 'list',
    group: 'Today',
    role: 'viewer',
    page: lazyPage(async () => (await import('./bookings/bookings-page.tsx')).BookingsPage),
  },
  {
    path: '/map',
    label: 'Map',
    icon: 'map',
    group: 'Today',
    role: 'viewer',
    page: lazyPage(async () => (await import('./map/map-page.tsx')).MapPage),
  },
  {
    path: '/crews',
    label: 'Crews',
    icon: 'people',
    group: 'Plan',
    role: 'viewer',
    page: lazyPage(async () => (await import('./crews/crews-page.tsx')).CrewsPage),
  },
  {
    path: '/organizations',
    label: 'Organizations',
    icon: 'building',
    group: 'Business',
    role: 'viewer',
    page: lazyPage(async () => (await import('./organizations/organizations-page.tsx')).OrganizationsPage),
  },
  {
    path: '/messages',
    label: 'Messages',
    icon: 'mail',
    group: 'Records',
    role: 'viewer',
    page: lazyPage(async () => (await import('./messages/messages-page.tsx')).MessagesPage),
  },
  {
    path: '/requests',
    label: 'Request log',
    icon: 'list',
    group: 'Records',
    role: 'viewer',
    page: lazyPage(async () => (await import('./requests/requests-page.tsx')).RequestsPage),
  },
  {
    path: '/privacy',
    label: 'People’s data',
    icon: 'shield',
    group: 'Records',
    role: 'admin',
    page: lazyPage(async () => (await import('./privacy/privacy-page.tsx')).PrivacyPage),
  },
  {
    path: '/operators',
    label: 'Operators',
    icon: 'user',
    group: 'Settings',
    role: 'admin',
    page: lazyPage(async () => (await import('./operators/operators-page.tsx')).OperatorsPage),
  },
];
