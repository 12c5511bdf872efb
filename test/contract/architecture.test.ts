// The diagrams of ARCHITECTURE.md name files that exist, and follow real imports.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const text = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');
const diagrams = [...text.matchAll(/```mermaid\n(.*?)```/gs)].map(([, diagram = '']) => diagram);
const filesOf = (diagram: string) =>
  [...diagram.matchAll(/(?<![\w/])(?:http|features|domain|db|jobs|integrations)\/[\w/-]+\.ts/g)].map(
    ([file]) => file,
  );

test('the walks of POST /bookings and of a webhook name at least eight files each, and all exist', () => {
  expect(diagrams).toHaveLength(2);
  for (const diagram of diagrams) {
    const files = filesOf(diagram);
    expect(files.length).toBeGreaterThanOrEqual(8);
    expect(files.filter((file) => !existsSync(new URL(`src/${file}`, root)))).toEqual([]);
  }
});

test('the walk of POST /bookings follows imports from the route to the SQL', () => {
  const chain = [
    'features/bookings/routes.ts',
    'features/bookings/create-booking.ts',
    'features/bookings/save-booking.ts',
    'features/bookings/booking-store.ts',
  ];
  expect(filesOf(diagrams[0] ?? '')).toEqual(expect.arrayContaining(chain));
  for (const [index, file] of chain.slice(1).entries()) {
    const importer = readFileSync(new URL(`src/${chain[index]}`, root), 'utf8');
    expect(importer).toContain(file.replace('features/bookings/', './'));
  }
});
