// Rate limit per IP address, for requests without a valid token.
import { MinuteLimit } from './per-minute-limiter.ts';

export class AddressLimit extends MinuteLimit {
  constructor(limitPerMinute: number) {
    super(limitPerMinute, 'Too many requests without a valid token from this IP address.');
  }
}
