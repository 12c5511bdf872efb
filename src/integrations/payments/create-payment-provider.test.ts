import { describe, expect, it } from 'vitest';
import { createPaymentProvider } from './create-payment-provider.ts';

const stripe = { provider: 'stripe', key: 'sk_live_0123456789abcdef' } as const;

describe('who collects', () => {
  it('is whom the configuration names, in production', () => {
    expect(createPaymentProvider('production', stripe)?.name).toBe('stripe');
    expect(createPaymentProvider('production', null)).toBeNull();
  });

  it('is nobody in the sandbox, whatever is configured: it never charges', () => {
    expect(createPaymentProvider('sandbox', stripe)).toBeNull();
  });
});
