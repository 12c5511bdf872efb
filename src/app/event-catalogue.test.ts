import { expect, it } from 'vitest';
import { eventCatalogue } from './event-catalogue.ts';

it('is one object for all environments, and frozen at every level', () => {
  expect(eventCatalogue()).toBe(eventCatalogue());
  const open: unknown[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    if (!Object.isFrozen(value)) open.push(value);
    for (const part of Object.values(value)) visit(part);
  };
  visit(eventCatalogue());
  expect(open).toEqual([]);
});
