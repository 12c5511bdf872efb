import { describe, expect, it } from 'vitest';
import { noBuildingDetails, noStopDetails, readStopFields, stopFieldsOf } from './stop-details.ts';

describe('the details of a stop', () => {
  it('are read if they are given, and null clears them', () => {
    expect(readStopFields({ instructions: null, floor: 0 })).toEqual({ instructions: null, floor: 0 });
    expect(readStopFields({})).toEqual({});
  });

  it('are read without other fields', () => {
    const body = { floor: 3, position: 1, location: 'here' };
    expect(readStopFields(body)).toEqual({ floor: 3 });
  });

  it('are null in a stop that was stored before they existed', () => {
    const { elevator: _, ...older } = { ...noStopDetails, address2: 'B' };
    expect(stopFieldsOf(older as typeof noStopDetails)).toMatchObject({ address2: 'B', elevator: null });
  });

  it('are kept in another building only if they do not describe it', () => {
    expect(noBuildingDetails).toMatchObject({ address2: null, floor: null, elevator: null });
    expect(noBuildingDetails).not.toHaveProperty('instructions');
  });
});
