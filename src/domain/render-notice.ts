// Renders a notice: SMS text, or the parts of an e-mail.
import type { Language } from '../lib/language.ts';
import { spokenTime, spokenWindow } from './message-time-format.ts';
import { COMMON_TEXTS, NOTICE_TEXTS, type Template } from './notice-templates.ts';
import type { Notice } from './notification-plan.ts';
import { type NotifiedBooking, type NotifiedStop, refPosition } from './notified-booking.ts';

export interface NoticeScene {
  readonly language: Language;
  /** The name of the organization, as the recipient knows it. */
  readonly sender: string;
  readonly booking: NotifiedBooking;
  /** Tracking link of this recipient. */
  readonly link: string;
  readonly nowMs: number;
}

export interface NoticeMail {
  readonly subject: string;
  readonly greeting: string;
  readonly text: string;
  /** null if the notice has no tracking link. */
  readonly follow: { readonly label: string; readonly url: string } | null;
  readonly why: string;
  readonly optOut: string;
}

const MINUTE_MS = 60_000;
/** Maximum length of inserted names, to limit the length of an SMS. */
const LONGEST_NAME = 40;

export function noticeSms(notice: Notice, scene: NoticeScene): string {
  const text = NOTICE_TEXTS[scene.language][templateFor(notice, scene)].sms;
  return `${filled(text, wordsFor(notice, scene))} ${COMMON_TEXTS[scene.language].optOutBySms}`;
}

export function noticeMail(notice: Notice, scene: NoticeScene): NoticeMail {
  const common = COMMON_TEXTS[scene.language];
  const text = NOTICE_TEXTS[scene.language][templateFor(notice, scene)];
  const words = wordsFor(notice, scene);
  return {
    subject: filled(text.subject, words),
    greeting: filled(words['name'] === '' ? common.greeting : common.greetingByName, words),
    text: filled(text.mail, words),
    follow: text.hasLink ? { label: common.follow, url: scene.link } : null,
    why: filled(common.why, words),
    optOut: common.optOutByMail,
  };
}

/** The time zone of times in a notice: that of its stop, or of the reference stop. */
export function noticeZone({ stopId }: Pick<Notice, 'stopId'>, booking: NotifiedBooking): string {
  return stopOf(stopId, booking)?.timeZone ?? 'UTC';
}

function templateFor({ kind, stopId }: Notice, { booking, nowMs }: NoticeScene): Template {
  const { windowStartMs, etaMs, progress } = booking;
  // The ETA refers to the stop that the crew is driving to. An ETA in the past is omitted.
  const isDriving = progress?.state === 'driving' && booking.stops[progress.position]?.id === stopId;
  const hasEstimate = isDriving && etaMs !== null && etaMs > nowMs;
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
      return hasEstimate ? 'late_eta' : 'late';
    default:
      return kind;
  }
}

function wordsFor(notice: Notice, scene: NoticeScene): Readonly<Record<string, string>> {
  const { language, sender, booking, link, nowMs } = scene;
  const { windowStartMs, windowEndMs, windowRef, etaMs } = booking;
  const zone = noticeZone(notice, booking);
  const isScheduled = windowStartMs !== null && windowEndMs !== null;
  return {
    sender: shortened(sender),
    hid: booking.hid,
    name: shortened(notice.recipient.name ?? ''),
    place: shortened(stopOf(notice.stopId, booking)?.name ?? ''),
    what: COMMON_TEXTS[language][windowRef],
    window: isScheduled ? spokenWindow(language, zone, windowStartMs, windowEndMs) : '',
    time: etaMs === null ? '' : spokenTime(language, zone, etaMs),
    minutes: String(Math.max(1, Math.round(((etaMs ?? nowMs) - nowMs) / MINUTE_MS))),
    link,
  };
}

function stopOf(stopId: string | null, booking: NotifiedBooking): NotifiedStop | undefined {
  return booking.stops.find(({ id }) => id === stopId) ?? booking.stops[refPosition(booking)];
}

function filled(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
}

/** Names are untrusted input: reduced to one line of limited length. */
function shortened(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME - 3).trimEnd()}...`;
}
