// Routes of the booking pages, each loaded on its first visit.
import { Route, Switch } from 'wouter';
import { lazyPage } from '../../client/lazy-page.ts';
import { NotFoundPage } from '../../ui/not-found-page.tsx';
import { BookingsPage } from './bookings-page.tsx';

const BookingPage = lazyPage(async () => (await import('./booking-page.tsx')).BookingPage);
const NewBookingPage = lazyPage(async () => (await import('./new/new-booking-page.tsx')).NewBookingPage);

export function BookingPages() {
  return (
    <Switch>
      <Route path="/bookings">
        <BookingsPage />
      </Route>
      <Route path="/bookings/new">
        <NewBookingPage />
      </Route>
      <Route path="/bookings/:id">{({ id }) => <BookingPage key={id} />}</Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}
