// Navigation items and routes of the console, in display order. Each entry defines a link and a lazily loaded page. A
// page handles every path below its own and has its own <Switch> if it has several views. Items that the operator's
// role may not open are neither linked nor routed.
import type { ComponentType } from 'react';
import { type LazyPage, lazyPage } from '../client/lazy-page.ts';
import type { IconName } from '../ui/icon.tsx';
import type { OperatorRole } from './api.ts';
import { ExceptionsBadge } from './exceptions/exceptions-badge.tsx';

export const GROUPS = ['Today', 'Plan', 'Business', 'Records', 'Settings'] as const;

export interface Place {
  readonly path: `/${string}`;
  readonly label: string;
  readonly icon: IconName;
  readonly group: (typeof GROUPS)[number];
  /** Minimum role that may open the page. */
  readonly role: OperatorRole;
  readonly page: LazyPage;
  /** Rendered next to the link, such as a count. */
  readonly badge?: ComponentType;
}

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
    path: '/exceptions',
    label: 'Exceptions',
    icon: 'alert',
    group: 'Today',
    role: 'viewer',
    page: lazyPage(async () => (await import('./exceptions/exceptions-page.tsx')).ExceptionsPage),
    badge: ExceptionsBadge,
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
    path: '/calendar',
    label: 'Calendar',
    icon: 'calendar',
    group: 'Plan',
    role: 'viewer',
    page: lazyPage(async () => (await import('./calendar/calendar-page.tsx')).CalendarPage),
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
    path: '/dashboards',
    label: 'Dashboards',
    icon: 'chart',
    group: 'Business',
    role: 'viewer',
    page: lazyPage(async () => (await import('./dashboards/dashboards-page.tsx')).DashboardsPage),
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
    path: '/areas',
    label: 'Areas and prices',
    icon: 'tag',
    group: 'Business',
    role: 'viewer',
    page: lazyPage(async () => (await import('./areas/areas-page.tsx')).AreasPage),
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
    label: 'Personal data',
    icon: 'shield',
    group: 'Records',
    role: 'admin',
    page: lazyPage(async () => (await import('./privacy/privacy-page.tsx')).PrivacyPage),
  },
  {
    path: '/security',
    label: 'Security',
    icon: 'key',
    group: 'Records',
    role: 'admin',
    page: lazyPage(async () => (await import('./security/security-page.tsx')).SecurityPage),
  },
  {
    path: '/users',
    label: 'Users',
    icon: 'people',
    group: 'Settings',
    role: 'admin',
    page: lazyPage(async () => (await import('./users/users-page.tsx')).UsersPage),
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
