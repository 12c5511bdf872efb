// Routes of the statement pages, loaded on the first visit.
import { Route, Switch } from 'wouter';
import { NotFoundPage } from '../../ui/not-found-page.tsx';
import { StatementPage } from './statement-page.tsx';
import { StatementsPage } from './statements-page.tsx';

export function StatementPages() {
  return (
    <Switch>
      <Route path="/statements">
        <StatementsPage />
      </Route>
      <Route path="/statements/:month">{({ month }) => <StatementPage key={month} month={month} />}</Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}
