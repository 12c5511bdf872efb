// Arrival windows of bookings in the style of the time formatter. The API states them as a label, which is contract data
// and names the zone of the place.

/** "Wed, Nov 18, 10:52–11:52 AM EST". A window over midnight or a change of the clocks keeps its label. */
export function windowText(label: string | null | undefined): string {
  const times = /^(.*), (\d+:\d+) ([AP]M) – (\d+:\d+) ([AP]M)(.*)$/.exec(label ?? '');
  if (!times) return label ?? '';
  const [, day, from, fromHalf, to, toHalf, zone] = times;
  const start = fromHalf === toHalf ? from : `${from}\u00a0${fromHalf}`;
  return `${day}, ${`${start}–${to}\u00a0${toHalf}`.replaceAll(':00', '')}${zone}`;
}

/** "Wed, Nov 18, 10:52–11:52 AM", for lists that state the zone once. */
export const windowTextWithoutZone = (label: string | null | undefined): string =>
  windowText(label).replace(/(?<=[AP]M) [A-Z]{2,5}$/, '');
