// Types of the operator API: generated, plus names for the parts that the pages use.
import type {
  Board,
  BoardBooking,
  BoardWeek,
  CancellationPolicy,
  CapacityCalendar,
  Dashboard,
  Exception,
  ExceptionDecisionList,
  MadeInvitation,
  MapCrew,
  MapJob,
  Operator,
  OperatorBooking,
  OwnSessionList,
  SearchAnswer,
} from './api.generated.ts';

export type * from './api.generated.ts';

export type Span = Pick<Board, 'starts_at' | 'ends_at'>;
export type BoardWindow = BoardBooking['window'];
export type BoardDay = BoardWeek['days'][number];
export type BookingCrew = NonNullable<OperatorBooking['crew']>;
export type ExceptionKind = Exception['kind'];
export type ExceptionBooking = NonNullable<Exception['booking']>;
export type ExceptionDecision = ExceptionDecisionList['data'][number];
export type MapPoint = NonNullable<MapCrew['location']>;
export type MapStop = MapJob['stops'][number];
export type CalendarHour = CapacityCalendar['products'][number]['hours'][number];
export type DashboardDay = Dashboard['days'][number];
export type DayTotals = Omit<Dashboard['accounts'][number], 'id' | 'name'>;
export type Fill = Pick<DashboardDay, 'reserved' | 'places'>;
export type SearchHit = SearchAnswer['data'][number];
export type OperatorRole = Operator['role'];
export type LinkMail = MadeInvitation['mail'];
export type OwnSession = OwnSessionList['data'][number];
export type PolicyTier = CancellationPolicy['tiers'][number];
