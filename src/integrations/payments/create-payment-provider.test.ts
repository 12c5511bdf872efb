import { describe, expect, it } from 'vitest';
import { createPaymentProvider } from './create-payment-provider.ts';

const stripe = { provider: 'stripe', key: 'sk_live_0123456789abcdef' } as const;

describe('createPaymentProvider', () => {
  it('uses the configured provider in production', () => {
    expect(createPaymentProvider('production', stripe)?.name).toBe('stripe');
    expect(createPaymentProvider('production', null)).toBeNull();
  });

  it('uses no provider in the sandbox, regardless of the configuration', () => {
    expect(createPaymentProvider('sandbox', stripe)).toBeNull();
  });
});
