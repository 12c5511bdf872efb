// A brake on callers without a valid token, by address.
import { MinuteLimit } from './per-minute-limiter.ts';

export class AddressLimit extends MinuteLimit {
  constructor(limitPerMinute: number) {
    super(limitPerMinute, 'Too many requests without a valid token came from this address.');
  }
}
