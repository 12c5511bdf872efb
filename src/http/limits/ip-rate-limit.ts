// Rate limit per IP address, for requests without a valid token.
import { PerMinuteLimiter } from './per-minute-limiter.ts';

export class IpRateLimiter extends PerMinuteLimiter {
  constructor(limitPerMinute: number) {
    super(limitPerMinute, 'Too many requests without a valid token from this IP address.');
  }
}
