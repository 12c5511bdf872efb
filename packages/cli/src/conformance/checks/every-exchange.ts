// A check that judges every exchange of the run to which it applies.
import { type Check, NotRun, type Source } from '../check.ts';
import type { Exchange } from '../exchange.ts';

export interface EveryExchange {
  readonly id: string;
  readonly title: string;
  readonly source: Source;
  readonly applies: (exchange: Exchange) => boolean;
  readonly judge: (exchange: Exchange) => void;
}

export function everyExchange({ id, title, source, applies, judge }: EveryExchange): Check {
  return {
    id,
    title,
    source,
    phase: 'traffic',
    judge: ({ client }) => {
      const own = client.exchanges.filter(applies);
      if (own.length === 0) throw new NotRun('no selected check makes such an exchange');
      for (const exchange of own) judge(exchange);
    },
  };
}
