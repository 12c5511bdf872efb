// Bookings: all of them, and one.
import { Route, Switch } from 'wouter';
import { BookingRoom } from './booking-details.tsx';
import { BookingList } from './booking-list.tsx';

export function BookingsPage() {
  return (
    <Switch>
      <Route path="/bookings/:id">{({ id }) => <BookingRoom key={id} id={decodeURIComponent(id)} />}</Route>
      <Route>
        <BookingList />
      </Route>
    </Switch>
  );
}
