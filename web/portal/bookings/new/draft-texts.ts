// Texts of a new booking, for the summary beside its steps and for the review.
import { englishTimes } from '../../../ui/time-format.ts';
import { accessText } from '../booking-labels.ts';
import type { AddressedStop } from '../stop-address.ts';
import { hoursOf } from '../window-picker.tsx';
import { type BookingDraft, foundAddress, type StopDraft } from './booking-draft.ts';

export function windowText({ window }: Pick<BookingDraft, 'window'>): string {
  if (window === null) return '–';
  const hours = hoursOf(window, window.timeZone);
  return window.start_at ? `${englishTimes.day(window.start_at, window.timeZone)}, ${hours}` : hours;
}

/** Address, then what else was entered for the stop. */
export function stopNotes(stop: StopDraft, found: AddressedStop | undefined): readonly string[] {
  const { address, unit, instructions, floor, elevator } = stop;
  const access = accessText({
    floor: floor.trim() === '' ? null : Number(floor),
    elevator: elevator === '' ? null : elevator === 'yes',
  });
  const where = [unit.trim() && `Apartment or suite ${unit.trim()}`, access].filter(Boolean).join(', ');
  return [foundAddress(address, found) ?? address.trim(), where, instructions.trim()].filter(
    (line) => line !== '',
  );
}
