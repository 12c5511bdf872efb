// Rate limit per client network, for requests without a valid token.
import { PerNetworkLimiter } from './per-network-limiter.ts';

export class IpRateLimiter extends PerNetworkLimiter {
  constructor(limitPerMinute: number) {
    super(limitPerMinute, 'Too many requests without a valid token from this IP address.');
  }
}
