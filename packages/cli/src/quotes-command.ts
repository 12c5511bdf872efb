// waybill-partner quotes · waybill-partner schedule
import type { BatchQuoteInput, LocationParam, Product, Quote, ScheduleInput } from '@waybill/sdk';
import { type Command, Option } from 'commander';
import {
  collectItem,
  collectStop,
  jsonOption,
  parseWhole,
  productOption,
  profileOption,
} from './arguments.ts';
import { money, printJson, printTable } from './print.ts';
import { type CommonOptions, openSession } from './session.ts';
import { windowText } from './stop-time.ts';
import { UsageError } from './usage-error.ts';

export function addQuoteCommands(program: Command): void {
  program
    .command('quotes')
    .description('Create quotes for a route: for one product, or for all products with a recommendation')
    .option('--stop <location>', 'address, longitude,latitude or id; repeat for each stop', collectStop)
    .addOption(productOption())
    .option('--item <size>', 'inches and pounds, such as 38x36x84@120; repeat for each item', collectItem)
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(quote);
  program
    .command('schedule')
    .description('List available arrival windows')
    .option('--quote <id>', 'quote to list windows for')
    .addOption(productOption())
    .option('--stop <location>', 'origin, then destination', collectStop)
    .addOption(new Option('--ref <end>', 'reference stop of the window').choices(['origin', 'destination']))
    .option('--limit <count>', 'maximum number of results', parseWhole, 20)
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(schedule);
}

interface QuoteOptions extends CommonOptions {
  readonly stop?: readonly LocationParam[];
  readonly product?: Product;
  readonly item?: BatchQuoteInput['items'];
}

async function quote({ stop = [], product, item, ...common }: QuoteOptions): Promise<void> {
  if (stop.length < 2) throw new UsageError('A route has at least two stops: use --stop twice or more.');
  const waybill = await openSession(common);
  const stops = stop.map((location) => ({ location }));
  if (product) {
    const single = await waybill.quotes.create({ stops, product });
    return common.json ? printJson(single) : printQuotes([single], null);
  }
  const batch = await waybill.quotes.createBatch({ stops, ...(item && { items: item }) });
  if (common.json) printJson(batch);
  else printQuotes(batch.data, batch.recommended);
}

function printQuotes(quotes: readonly Quote[], recommended: string | null): void {
  printTable(
    ['PRODUCT', 'FARE', 'QUOTE', ''],
    quotes.map(({ id, product, fare_estimate: fares }) => [
      product,
      fares.map(({ total }) => money(total)).join(' to '),
      id,
      id === recommended ? 'recommended' : '',
    ]),
  );
}

interface ScheduleOptions extends CommonOptions {
  readonly quote?: string;
  readonly product?: Product;
  readonly stop?: readonly LocationParam[];
  readonly ref?: 'origin' | 'destination';
  readonly limit: number;
}

async function schedule({ quote, product, stop, ref, limit, ...common }: ScheduleOptions): Promise<void> {
  const waybill = await openSession(common);
  const found = await waybill.schedule.list({ ...routeOf(quote, product, stop), ...(ref && { ref }) });
  if (common.json) return printJson(found);
  const open = found.data.filter(({ available }) => available);
  printTable(
    [`ARRIVES (${found.time_zone})`, 'WINDOW'],
    open.slice(0, limit).map((window) => [windowText(window), window.id]),
  );
  if (open.length > limit) console.log(`${open.length - limit} more; use --limit to show them.`);
}

function routeOf(
  quote: string | undefined,
  product: Product | undefined,
  stop: readonly LocationParam[] = [],
): ScheduleInput {
  if (quote !== undefined) return { quote_id: quote };
  const [origin, destination] = stop;
  if (!product || !origin || !destination || stop.length > 2)
    throw new UsageError(
      'Use --quote, or --product with --stop twice; for longer routes, create a quote first.',
    );
  return { product, origin, destination };
}
