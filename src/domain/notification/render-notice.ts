// Renders a notice: SMS text, or the parts of an e-mail.

import { toVisibleLine } from '../../lib/invisible-characters.ts';
import type { Language } from '../../lib/language.ts';
import {
  formatMailWindow,
  formatMessageTime,
  formatMessageWindow,
  type WindowFormat,
} from './message-time-format.ts';
import { NOT_DELIVERED_TEXTS } from './not-delivered-texts.ts';
import { COMMON_TEXTS, type CommonText, NOTICE_TEXTS, type Template } from './notice-templates.ts';
import type { Notice } from './notification-plan.ts';
import { type NotifiedBooking, type NotifiedStop, refPosition } from './notified-booking.ts';

export interface NoticeContext {
  readonly language: Language;
  /** The name of the organization, as the recipient knows it. */
  readonly sender: string;
  readonly booking: NotifiedBooking;
  /** Tracking link of this recipient. */
  readonly link: string;
  readonly nowMs: number;
}

export interface NoticeMail {
  readonly sender: string;
  readonly subject: string;
  readonly greeting: string;
  readonly text: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** null if the notice has no tracking link. */
  readonly follow: { readonly label: string; readonly url: string } | null;
  readonly why: string;
  /** Introduces the help contact. */
  readonly help: string;
  readonly optOut: string;
}

const MINUTE_MS = 60_000;
/** Maximum length of inserted names, to limit the length of an SMS. */
const MAX_NAME_LENGTH = 40;

export function noticeSms(notice: Notice, context: NoticeContext): string {
  const text = NOTICE_TEXTS[context.language][templateFor(notice, context)].sms;
  return `${interpolate(text, placeholderValues(notice, context, formatMessageWindow))} ${COMMON_TEXTS[context.language].optOutBySms}`;
}

export function noticeMail(notice: Notice, context: NoticeContext): NoticeMail {
  const common = COMMON_TEXTS[context.language];
  const template = templateFor(notice, context);
  const text = NOTICE_TEXTS[context.language][template];
  const values = placeholderValues(notice, context, formatMailWindow);
  return {
    sender: values['sender'] ?? '',
    subject: interpolate(text.subject, values),
    greeting: interpolate(values['name'] === '' ? common.greeting : common.greetingByName, values),
    text: interpolate(text.mail, values),
    facts: factsOf(notice, template, values, common),
    follow: text.hasLink ? { label: followLabel(template, common), url: context.link } : null,
    why: interpolate(common.why, values),
    help: interpolate(common.help, values),
    optOut: common.optOutByMail,
  };
}

/** After the end there is nothing to track: the page has the photos of completed stops. */
function followLabel(template: Template, common: CommonText): string {
  if (template === 'delivered' || template === 'stop_done' || template === 'all_done')
    return common.seePhotos;
  return template.startsWith('not_') ? common.seeDetails : common.follow;
}

/** The facts that the text mentions, for a table in the e-mail. */
function factsOf(
  { kind, stopId }: Notice,
  template: Template,
  values: Readonly<Record<string, string>>,
  common: CommonText,
): NoticeMail['facts'] {
  const { mail } = NOTICE_TEXTS.en[template];
  const window = mail.includes('{window}') ? values['window'] : '';
  const hasAddress = kind === 'booked' || kind === 'rescheduled';
  const facts = [
    { label: common.booking, value: values['hid'] },
    { label: values['what'], value: window },
    // Without a time above it, the label says which stop has this address.
    { label: window ? common.address : values['what'], value: hasAddress ? values['address'] : '' },
    { label: common.address, value: stopId !== null && mail.includes('{place}') ? values['place'] : '' },
    { label: common.expected, value: mail.includes('{time}') ? values['time'] : '' },
    {
      label: template === 'delivered' ? common.deliveredAt : common.completedAt,
      value: kind === 'stop_done' ? values['doneAt'] : '',
    },
    { label: common.redeliveryOf, value: kind === 'booked' ? values['redeliveryOf'] : '' },
  ];
  return facts.flatMap(({ label, value }) => (label && value ? [{ label, value }] : []));
}

/** The time zone of times in a notice: that of its stop, or of the reference stop. */
export function noticeTimeZone({ stopId }: Pick<Notice, 'stopId'>, booking: NotifiedBooking): string {
  return stopOf(stopId, booking)?.timeZone ?? 'UTC';
}

function templateFor({ kind, stopId, details }: Notice, { booking, nowMs }: NoticeContext): Template {
  const { windowStartMs, etaMs, progress } = booking;
  // The ETA refers to the stop that the crew is driving to. An ETA in the past is omitted.
  const isDriving = progress?.state === 'driving' && booking.stops[progress.position]?.id === stopId;
  const hasEstimate = isDriving && etaMs !== null && etaMs > nowMs;
  const isDestination = booking.stops.at(-1)?.id === stopId;
  switch (kind) {
    case 'booked':
      return windowStartMs === null ? 'booked_on_demand' : 'booked';
    case 'rescheduled':
      return windowStartMs === null ? 'rescheduled_on_demand' : 'rescheduled';
    case 'on_the_way':
      return hasEstimate ? 'on_the_way_eta' : 'on_the_way';
    case 'arriving':
      return isDriving ? 'arriving' : 'arrived';
    case 'late':
      if (details?.expectedMs !== undefined) return details.expectedMs === null ? 'late' : 'late_eta';
      return hasEstimate ? 'late_eta' : 'late';
    case 'stop_done':
      return isDestination ? 'delivered' : 'stop_done';
    case 'cancelled':
      return windowStartMs === null ? 'cancelled_on_demand' : 'cancelled';
    case 'not_delivered':
      return isDestination ? 'not_delivered' : 'not_completed';
    default:
      return kind;
  }
}

function placeholderValues(
  notice: Notice,
  context: NoticeContext,
  formatWindow: WindowFormat,
): Readonly<Record<string, string>> {
  const { language, sender, booking, link, nowMs } = context;
  const etaMs = notice.details?.expectedMs ?? booking.etaMs;
  const zone = noticeTimeZone(notice, booking);
  const senderName = truncated(sender);
  const doneAtMs = booking.doneAtMs?.[notice.stopId ?? ''];
  return {
    sender: senderName,
    hid: booking.hid,
    name: truncated(notice.recipient.name ?? ''),
    place: truncated(stopOf(notice.stopId, booking)?.name ?? ''),
    ...promiseTo(notice, context, formatWindow),
    time: etaMs === null ? '' : formatMessageTime(language, zone, etaMs),
    minutes: String(Math.max(1, Math.round(((etaMs ?? nowMs) - nowMs) / MINUTE_MS))),
    link,
    doneAt: doneAtMs === undefined ? '' : formatMessageTime(language, zone, doneAtMs),
    redeliveryOf: booking.redeliveryOf ?? '',
    text: toVisibleLine(notice.details?.text ?? ''),
    ...outcomeOf(notice, { ...context, sender: senderName }, formatWindow),
  };
}

/** Why a stop was not completed, and what happens next. */
function outcomeOf(
  { stopId, details }: Notice,
  { language, booking, sender }: NoticeContext,
  formatWindow: WindowFormat,
): Readonly<Record<'because' | 'next', string>> {
  const { reasons, next } = NOT_DELIVERED_TEXTS[language];
  const { reason = 'other' } = details ?? {};
  const again = booking.redeliveries?.find((each) => each.stopId === stopId);
  const step = details?.next ?? (again ? 'redelivery' : 'contact_sender');
  const window = again ? formatWindow(language, again.timeZone, again.windowStartMs, again.windowEndMs) : '';
  return {
    because: reason === 'other' ? '' : `: ${reasons[reason]}`,
    next: interpolate(next[step], { sender, window }),
  };
}

/**
 * What, where and when: the window at its reference stop; for a recipient of other stops the time at which the crew is
 * expected at the first open one of them. The address is the one of that stop, without the door.
 */
function promiseTo(
  { recipient, stopId }: Notice,
  { language, booking }: NoticeContext,
  formatWindow: WindowFormat,
): Readonly<Record<'what' | 'window' | 'address', string>> {
  const common = COMMON_TEXTS[language];
  const { windowStartMs, windowEndMs, windowRef, stops, doneStopIds } = booking;
  const own = stops.findIndex(({ id }) => recipient.stopIds?.includes(id) && !doneStopIds.includes(id));
  const isOther = own >= 0 && own !== refPosition(booking);
  const { planned = null, timeZone = 'UTC' } = stops[own] ?? {};
  const ownName = own === 0 ? common.origin : own === stops.length - 1 ? common.destination : common.stop;
  const address = addressOf(stops[own < 0 ? refPosition(booking) : own]);
  if (windowStartMs === null || windowEndMs === null)
    return { what: isOther ? ownName : common[windowRef], window: '', address };
  if (planned === null || !isOther) {
    const zone = noticeTimeZone({ stopId }, booking);
    return {
      what: common[windowRef],
      window: formatWindow(language, zone, windowStartMs, windowEndMs),
      // The window is the one of another stop.
      address: isOther ? '' : address,
    };
  }
  const window = formatWindow(language, timeZone, planned.fromMs, planned.toMs);
  return { what: ownName, window: interpolate(common.estimated, { window }), address };
}

function addressOf({ name, town = '' }: Partial<NotifiedStop> = {}): string {
  return [name ?? '', name?.includes(town) ? '' : town]
    .map(truncated)
    .filter((part) => part !== '')
    .join(', ');
}

function stopOf(stopId: string | null, booking: NotifiedBooking): NotifiedStop | undefined {
  return booking.stops.find(({ id }) => id === stopId) ?? booking.stops[refPosition(booking)];
}

function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** Names are untrusted input: reduced to one visible line of limited length without links. */
function truncated(text: string): string {
  const line = withoutLinks(toVisibleLine(text));
  return line.length <= MAX_NAME_LENGTH ? line : `${line.slice(0, MAX_NAME_LENGTH - 3).trimEnd()}...`;
}

/** Phones and mail programs turn `acme.com` and `1.1.1.1` into links; `acme com` stays text. The only links are our own. */
function withoutLinks(line: string): string {
  return line.replace(/:\/\//g, ' ').replace(/(?<=[\p{L}\p{N}])[.․。．｡](?=\p{L}{2}|\p{N})/gu, ' ');
}
