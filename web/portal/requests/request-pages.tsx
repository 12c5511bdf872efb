// Routes of the request log, loaded on the first visit.
import { Route, Switch } from 'wouter';
import { RequestPage } from './request-page.tsx';
import { RequestsPage } from './requests-page.tsx';

export function RequestPages() {
  return (
    <Switch>
      <Route path="/requests/:id">{({ id }) => <RequestPage key={id} id={id} />}</Route>
      <Route>
        <RequestsPage />
      </Route>
    </Switch>
  );
}
