// Wire types of GET /operator/dashboards. A booking counts on the local day of its arrival window; an on-demand booking
// on the day of its creation.

export interface DayTotals {
  readonly created: number;
  readonly dispatched: number;
  readonly completed: number;
  readonly cancelled: number;
  /** Arrivals at the reference stop: `on_time` by the end of the window, `late` afterwards. */
  readonly on_time: number;
  readonly late: number;
  /** Fares of completed bookings plus cancellation fees. */
  readonly revenue_cents: number;
}

export interface Fill {
  /** Reserved capacity of all accounts, and total capacity. */
  readonly reserved: number;
  readonly places: number;
}

export interface DashboardDay extends DayTotals, Fill {
  readonly day: string;
}

export interface DashboardView {
  readonly first_day: string;
  readonly last_day: string;
  readonly totals: DayTotals & Fill;
  readonly days: DashboardDay[];
  readonly accounts: (DayTotals & { readonly id: string; readonly name: string })[];
  readonly areas: (DayTotals & Fill & { readonly slug: string; readonly name: string })[];
}
