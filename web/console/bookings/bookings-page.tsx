// Routes of the booking pages: the list and one booking.
import { Route, Switch } from 'wouter';
import { BookingDetailsPage } from './booking-details.tsx';
import { BookingList } from './booking-list.tsx';

export function BookingsPage() {
  return (
    <Switch>
      <Route path="/bookings/:id">
        {({ id }) => <BookingDetailsPage key={id} id={decodeURIComponent(id)} />}
      </Route>
      <Route>
        <BookingList />
      </Route>
    </Switch>
  );
}
