// Moves the dates of an example so that the first one is tomorrow. Examples in the description are in 2030; the API
// takes bookings and shifts for the next weeks.

const DAY_MS = 86_400_000;
const exampleDate = /\b2030-\d\d-\d\d(?!\d)/g;

export function withComingDates(text: string, now: number): string {
  const days = [...text.matchAll(exampleDate)].map(([day]) => Date.parse(day));
  if (days.length === 0) return text;
  const offset = Math.floor(now / DAY_MS) * DAY_MS + DAY_MS - Math.min(...days);
  return text.replace(exampleDate, (day) => new Date(Date.parse(day) + offset).toISOString().slice(0, 10));
}
