// Parses `Retry-After` in both forms, seconds or an HTTP date. Other values are ignored.

const seconds = /^\d{1,9}$/;
// The three date formats of HTTP. A more lenient parser would read "5 minutes" as a day in May.
const imfFixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc850Date = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Seconds from now, 0 for a past date; null if the header is missing or invalid. */
export function readRetryAfter(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (seconds.test(text)) return Number(text);
  const isDate = imfFixdate.test(text) || rfc850Date.test(text) || asctimeDate.test(text);
  const atMs = isDate ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
