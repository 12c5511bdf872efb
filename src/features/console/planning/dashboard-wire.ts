// GET /operator/dashboards: how business goes. Days are those of arrival windows, on the calendar there; a booking on demand
// counts on the day on which it was made.

export interface DaySums {
  readonly created: number;
  readonly dispatched: number;
  readonly completed: number;
  readonly cancelled: number;
  /** Arrivals at the stop that the window was for, by the end of the window, and later ones. */
  readonly on_time: number;
  readonly late: number;
  /** Fares of completed bookings, and fees of cancelled ones. */
  readonly revenue_cents: number;
}

export interface Fill {
  /** Places taken, of all accounts, and places there were. */
  readonly reserved: number;
  readonly places: number;
}

export interface DashboardDay extends DaySums, Fill {
  readonly day: string;
}

export interface DashboardView {
  readonly first_day: string;
  readonly last_day: string;
  readonly totals: DaySums & Fill;
  readonly days: DashboardDay[];
  readonly accounts: (DaySums & { readonly id: string; readonly name: string })[];
  readonly areas: (DaySums & Fill & { readonly slug: string; readonly name: string })[];
}
