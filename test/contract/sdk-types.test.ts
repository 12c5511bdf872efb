// Type errors for users of the SDK, tested by compiling programs against the published declarations. The samples of the
// guides and READMEs are compiled in the same run.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, documentsWithCode, readGuide } from '../support/guide-code.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const head = `import { ApiError, type WaybillEvent, Waybill, webhooks } from '@waybill/sdk';
declare const waybill: Waybill;
declare const event: WaybillEvent;
declare const error: unknown;
`;

/** Programs by subject, with the expected compiler error; without one, the program must compile. */
const programs: Record<string, { readonly code: string; readonly expectedError?: string }> = {
  'a receiver that distinguishes events': {
    code: `switch (event.type) {
  case 'booking.stop.completed': event.data.stop.position.toFixed(); break;
  case 'booking.cancelled': event.data.booking.hid.trim(); break;
  case 'webhook_endpoint.failing': event.data.webhook_endpoint.url.trim(); break;
}`,
  },
  'an unknown event type': {
    code: `if (event.type === 'booking.finished') throw new Error();`,
    expectedError: `"booking.finished"' have no overlap`,
  },
  'an unknown field of an event': {
    code: `if (event.type === 'booking.created') event.data.booking.price;`,
    expectedError: `Property 'price' does not exist`,
  },
  'a field of another type of event': {
    code: `if (event.type === 'booking.created') event.data.stop;`,
    expectedError: `Property 'stop' does not exist`,
  },
  'an unknown type in a filter': {
    code: `waybill.events.list({ type: ['booking.done'] });`,
    expectedError: `'"booking.done"' is not assignable`,
  },
  'an unknown type for an endpoint': {
    code: `waybill.webhooks.create({ url: 'https://example.com', events: ['booking.done'] });`,
    expectedError: `'"booking.done"' is not assignable`,
  },
  'an unknown field of a new booking': {
    code: `waybill.bookings.create({ product: 'van', window: 'x' });`,
    expectedError: `'window' does not exist in type`,
  },
  'an unknown product': {
    code: `waybill.quotes.create({ stops: [], product: 'bicycle' });`,
    expectedError: `'"bicycle"' is not assignable`,
  },
  'coordinates of three numbers': {
    code: `waybill.bookings.addStop('id', { location: [1, 2, 3] });`,
    expectedError: `is not assignable`,
  },
  'the position of a stop': {
    code: `await waybill.bookings.updateStop('id', 1, { floor: 3 });
await waybill.bookings.removeStop('id', 1);`,
  },
  'the position of a stop as text': {
    code: `waybill.bookings.updateStop('id', '1', { floor: 3 });`,
    expectedError: `'string' is not assignable to parameter of type 'number'`,
  },
  'an unknown error code': {
    code: `if (error instanceof ApiError && error.code === 'no_such_code') throw error;`,
    expectedError: `"no_such_code"' have no overlap`,
  },
  'a result with its metadata': {
    code: `const { data, requestId } = await waybill.bookings.get('id').withResponse();
const id: string | null = requestId;
for await (const booking of waybill.bookings.list({ state: ['created'] })) booking.crew?.members[0]?.first_name;
const pdf: Uint8Array = await waybill.billing.getStatementPdf('2030-01');
const none: void = await waybill.webhooks.delete('id');
export { data, id, pdf, none };`,
  },
  'a signed event for a test': {
    code: `export const signed = await webhooks.sign(event, 'whsec_x');`,
  },
};

/** What the samples use of Node. The package itself must compile without it. */
const nodeGlobals = `declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
type Buffer = Uint8Array;
`;

/** The samples of each document, as one program. */
const samples = documentsWithCode
  .map((path) => ({ path, code: codeOf(readGuide(path), 'ts') }))
  .filter(({ code }) => code !== '');

describe('the TypeScript compiler', () => {
  const folder = mkdtempSync(join(root, 'node_modules/.cache-sdk-types-'));
  const found = new Map<string, string[]>();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    const files = Object.entries(programs).map(([, { code }], index) => {
      const path = join(folder, `program-${index}.mts`);
      writeFileSync(path, `${head}${code}\nexport { ApiError, waybill, event, error, webhooks };\n`);
      return path;
    });
    const sampleFiles = samples.map(({ code }, index) => {
      const path = join(folder, `sample-${index}.mts`);
      writeFileSync(path, code);
      return path;
    });
    const globals = join(folder, 'globals.d.ts');
    writeFileSync(globals, nodeGlobals);
    const program = ts.createProgram([globals, ...files, ...sampleFiles], {
      strict: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
      types: [],
      skipLibCheck: false,
    });
    for (const { file, messageText } of ts.getPreEmitDiagnostics(program)) {
      const [, kind, index] = /(program|sample)-(\d+)/.exec(file?.fileName ?? '') ?? [];
      const own = kind === 'sample' ? samples[Number(index)]?.path : Object.keys(programs)[Number(index)];
      const name = own ?? `the package: ${file?.fileName}`;
      const text = ts.flattenDiagnosticMessageText(messageText, '\n');
      found.set(name, [...(found.get(name) ?? []), text]);
    }
  });

  it.each(Object.entries(programs))('checks %s', (name, { expectedError }) => {
    const errors = found.get(name) ?? [];
    if (expectedError === undefined) expect(errors).toEqual([]);
    else expect(errors.join('\n')).toContain(expectedError);
  });

  it.each(samples)('accepts the samples of $path', ({ path }) => {
    expect(found.get(path) ?? []).toEqual([]);
  });

  it('accepts the declarations of the package', () => {
    expect([...found.keys()].filter((name) => name.startsWith('the package'))).toEqual([]);
    expect(samples.length).toBeGreaterThan(7);
  });
});
