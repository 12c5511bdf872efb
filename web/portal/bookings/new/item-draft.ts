// Items to move, as a person enters them. They choose the recommended vehicle; the crew reads them in the description.
import type { Faults } from '../contacts/contact-draft.ts';

export interface ItemDraft {
  readonly key: number;
  readonly name: string;
  readonly count: string;
  /** Inches. */
  readonly width: string;
  readonly height: string;
  readonly length: string;
  /** Pounds, of one piece. */
  readonly weight: string;
}

const MAX_PIECES = 200;
const limits = { width: 1_200, height: 1_200, length: 1_200, weight: 20_000 } as const;
export type Measure = keyof typeof limits;
export const measures = Object.keys(limits) as readonly Measure[];

let lastKey = 0;
export const emptyItem = (): ItemDraft => ({
  key: ++lastKey,
  name: '',
  count: '1',
  width: '',
  height: '',
  length: '',
  weight: '',
});

export const itemField = ({ key }: ItemDraft, field: Measure | 'count') => `item-${key}.${field}`;

const isBlank = (item: ItemDraft) =>
  item.name.trim() === '' && measures.every((name) => item[name].trim() === '');
const numberOf = (text: string) => Number(text.trim() === '' ? Number.NaN : text);

export const enteredItems = (items: readonly ItemDraft[]) => items.filter((item) => !isBlank(item));

export function itemFaults(items: readonly ItemDraft[]): Faults {
  const faults: Record<string, string> = {};
  let pieces = 0;
  for (const item of enteredItems(items)) {
    const count = numberOf(item.count);
    pieces += count;
    if (!Number.isInteger(count) || count < 1) faults[itemField(item, 'count')] = 'Enter 1 or more.';
    else if (pieces > MAX_PIECES) faults[itemField(item, 'count')] = `At most ${MAX_PIECES} pieces.`;
    for (const name of measures) {
      const value = numberOf(item[name]);
      const most = limits[name].toLocaleString('en-US');
      if (!(value > 0 && value <= limits[name])) faults[itemField(item, name)] = `Enter 1 to ${most}.`;
    }
  }
  return faults;
}

/** Items of a request: one entry per piece. */
export function itemInputs(items: readonly ItemDraft[]) {
  return enteredItems(items).flatMap(({ count, width, height, length, weight }) =>
    Array.from({ length: numberOf(count) }, () => ({
      dimensions: [width, height, length].map(numberOf),
      weight: numberOf(weight),
    })),
  );
}

/** "2 × Sofa, 84 × 36 × 38 in, 120 lb each". */
export function itemText({ name, count, width, height, length, weight }: ItemDraft): string {
  const many = numberOf(count) > 1;
  const size = [width, height, length].map(numberOf).join(' × ');
  return `${numberOf(count)} × ${name.trim() || 'item'}, ${size} in, ${numberOf(weight)} lb${many ? ' each' : ''}`;
}

const itemLine = /^(\d+) × (.+), ([\d.]+) × ([\d.]+) × ([\d.]+) in, ([\d.]+) lb(?: each)?$/;

/** Inverse of `itemText`, for a booking that is booked again: the items at the end of a description, and the text before. */
export function splitItems(description: string): { readonly text: string; readonly items: ItemDraft[] } {
  const [, text = '', list = ''] = /^(?:(.*)\n\n)?Items:\n(.+)$/s.exec(description) ?? [];
  const items = list.split('\n').flatMap((line) => {
    const [, count, name, width, height, length, weight] = itemLine.exec(line) ?? [];
    if (!(count && name && width && height && length && weight)) return [];
    return [{ ...emptyItem(), count, name: name === 'item' ? '' : name, width, height, length, weight }];
  });
  const areAllRead = list !== '' && items.length === list.split('\n').length;
  return areAllRead ? { text, items } : { text: description, items: [] };
}
