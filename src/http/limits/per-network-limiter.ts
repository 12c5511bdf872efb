// Rate limiter per client network. The addresses of an IPv6 /64 count as one client: a client that has one of them has all.
import { clientNetworkOf } from '../../lib/ip-network.ts';
import { PerMinuteLimiter } from './per-minute-limiter.ts';

export class PerNetworkLimiter extends PerMinuteLimiter {
  override check(address: string): void {
    super.check(clientNetworkOf(address));
  }

  override count(address: string): void {
    super.count(clientNetworkOf(address));
  }
}
