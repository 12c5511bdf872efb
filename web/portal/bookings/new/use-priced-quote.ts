// The quote of the chosen vehicle with the chosen add-ons. A quote never changes: other add-ons need another one.
import { useQuery } from '@tanstack/react-query';
import type { AddonsOnOffer } from '../../api.generated.ts';
import type { Quote } from '../../partner.generated.ts';
import { callPortal } from '../../portal-api.ts';
import { useWrite } from '../../session-context.tsx';
import { type BookingDraft, stopInputs } from './booking-draft.ts';

export interface PricedQuote {
  readonly offer: AddonsOnOffer['data'];
  readonly chosen: AddonsOnOffer['data'];
  /** null until a vehicle is chosen, and while the price is asked for. */
  readonly quote: Quote | null;
  readonly error: Error | null;
  readonly retry: () => void;
}

export function usePricedQuote({ stops, quote, addons }: BookingDraft): PricedQuote {
  const write = useWrite();
  const offer = useQuery({
    queryKey: ['addons-on-offer', quote?.id],
    queryFn: ({ signal }) => callPortal<AddonsOnOffer>(`/quotes/${quote?.id}/addons`, { signal }),
    enabled: quote !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const chosen = (offer.data?.data ?? []).filter(({ slug }) => addons.includes(slug));
  const slugs = chosen.map(({ slug }) => slug);
  const hasAddons = quote !== null && slugs.length > 0;
  const priced = useQuery({
    // With the id of the quote without add-ons: a quote can be booked only once.
    queryKey: ['quote-with-addons', quote?.id, slugs],
    queryFn: () =>
      write<Quote>(
        'POST',
        '/partner/quotes',
        { stops: stopInputs(stops), product: quote?.product, addons: slugs },
        { idempotencyKey: crypto.randomUUID() },
      ),
    enabled: hasAddons,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isUnknown = quote !== null && addons.length > 0 && !offer.data;
  return {
    offer: offer.data?.data ?? [],
    chosen,
    quote: hasAddons ? (priced.data ?? null) : isUnknown ? null : quote,
    error: offer.error ?? (hasAddons ? priced.error : null),
    retry: () => void (offer.error ? offer.refetch() : priced.refetch()),
  };
}
