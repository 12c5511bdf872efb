// Types of the operator API: generated, plus names for the parts that the pages use.
import type {
  Board,
  BoardWeek,
  CancellationPolicy,
  CapacityCalendar,
  Dashboard,
  Exception,
  ExceptionDecisionList,
  MadeInvitation,
  Operator,
  OwnSessionList,
  Plan,
  SearchAnswer,
  UserList,
} from './api.generated.ts';

export type * from './api.generated.ts';

export type Span = Pick<Board, 'starts_at' | 'ends_at'>;
export type BoardDay = BoardWeek['days'][number];
export type ExceptionKind = Exception['kind'];
export type ExceptionDecision = ExceptionDecisionList['data'][number];
export type CalendarHour = CapacityCalendar['products'][number]['hours'][number];
export type DashboardDay = Dashboard['days'][number];
export type DayTotals = Omit<Dashboard['accounts'][number], 'id' | 'name'>;
export type Fill = Pick<DashboardDay, 'reserved' | 'places'>;
export type SearchHit = SearchAnswer['data'][number];
export type OperatorRole = Operator['role'];
export type LinkMail = MadeInvitation['mail'];
export type User = UserList['data'][number];
export type OwnSession = OwnSessionList['data'][number];
export type PlanResult = NonNullable<Plan['result']>;
export type PlanCrew = PlanResult['crews'][number];
export type PlanJob = PlanCrew['jobs'][number];
export type PlanNumbers = PlanResult['before'];
export type UnservedBooking = PlanResult['unserved'][number];
export type PolicyTier = CancellationPolicy['tiers'][number];
