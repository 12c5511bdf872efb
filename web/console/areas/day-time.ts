// Times of day in the documents, "08:00" to "24:00".

/** "8:00 AM"; midnight at the end of a day is "midnight". Other texts are returned as they are. */
export function formatDayTime(text: string): string {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return text === '' ? 'not set' : text;
  if (text === '24:00') return 'midnight';
  const hour = Number(hours);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}
