// Routes of the booking pages, loaded on the first visit.
import { Route, Switch } from 'wouter';
import { NotFoundPage } from '../../ui/not-found-page.tsx';
import { BookingPage } from './booking-page.tsx';
import { BookingsPage } from './bookings-page.tsx';
import { NewBookingPage } from './new/new-booking-page.tsx';

export function BookingPages() {
  return (
    <Switch>
      <Route path="/bookings">
        <BookingsPage />
      </Route>
      <Route path="/bookings/new">
        <NewBookingPage />
      </Route>
      <Route path="/bookings/:id">{({ id }) => <BookingPage key={id} id={id} />}</Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}
