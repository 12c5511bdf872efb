import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { STOP_EVENTS } from '../../src/domain/booking/booking-events.ts';
import { EVENT_TYPES, TEST_EVENT_TYPE } from '../../src/domain/webhook/event-types.ts';
import { bookingEventExamples } from '../../src/features/bookings/booking-event-examples.ts';
import { bookingSchemas } from '../../src/features/bookings/booking-schemas.ts';
import { locationSchemas } from '../../src/features/locations/schemas.ts';
import { quoteSchemas } from '../../src/features/quotes/schemas.ts';
import { scheduleSchemas } from '../../src/features/schedule/schemas.ts';
import { createEventCatalogue } from '../../src/features/webhooks/event-catalogue.ts';
import { webhookSchemas } from '../../src/features/webhooks/schemas.ts';
import { expectEventDocumented } from '../support/openapi-response-check.ts';

interface Body {
  readonly id: string;
  readonly type: string;
  readonly sequence: number | null;
  readonly data: {
    readonly booking?: { readonly state: string; readonly crew: object | null; readonly fare: object | null };
    readonly stop?: object;
    readonly changed?: readonly string[];
  };
}

const catalogue = createEventCatalogue({
  bookingExamples: bookingEventExamples(),
  schemas: [...locationSchemas, ...quoteSchemas, ...scheduleSchemas, ...bookingSchemas, ...webhookSchemas],
});
const exampleOf = (type: string) => catalogue.find((entry) => entry.type === type)?.example as Body;

/** Compiles one schema alone, as a receiver would. */
function validatorFor(schema: unknown) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addFormat('e164', true).addFormat('http-url', true);
  return ajv.compile(schema as object);
}

describe('the event catalogue', () => {
  it('describes every type once', () => {
    expect(catalogue.map(({ type }) => type)).toEqual([...EVENT_TYPES, TEST_EVENT_TYPE]);
    for (const { title, description, group } of catalogue) {
      expect(title.length).toBeGreaterThan(3);
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(group).toMatch(/^[A-Z]/);
    }
    expect(catalogue.filter((entry) => entry.opt_in).map(({ type }) => type)).toEqual([
      'crew.location_updated',
    ]);
  });

  it.each(catalogue)('has an example of $type that matches its schema', ({ type, schema, example }) => {
    const validate = validatorFor(schema);
    validate(example);
    expect(validate.errors ?? []).toEqual([]);
    expect((example as Body).type).toBe(type);
    expectEventDocumented(example as Body);
  });

  it.each(catalogue)('has a schema of $type that rejects every other type', ({ type, schema }) => {
    const validate = validatorFor(schema);
    for (const other of catalogue.filter((entry) => entry.type !== type))
      expect(validate(other.example), other.type).toBe(false);
  });

  it('shows bookings in the state of the event', () => {
    expect(exampleOf('booking.created').data.booking).toMatchObject({ state: 'created', crew: null });
    expect(exampleOf('booking.dispatched').data.booking).toMatchObject({ state: 'dispatched', fare: null });
    expect(exampleOf('booking.completed').data.booking?.fare).toMatchObject({ total: expect.any(Number) });
    expect(exampleOf('booking.cancelled').data.booking).toMatchObject({ cancellation: { by: 'partner' } });
    expect(exampleOf('booking.fare_updated').data.changed).toEqual(['fare']);
    for (const type of STOP_EVENTS) expect(exampleOf(type).data.stop, type).toBeDefined();
  });
});
