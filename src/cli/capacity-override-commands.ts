// waybill areas overrides | holiday | block | capacity | reopen. `exceptions` is a deprecated alias of `overrides`.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { PRODUCTS, type Product } from '../domain/dispatch/product.ts';
import {
  createOverride,
  type NewOverride,
  type Overbooked,
  removeOverride,
} from '../features/areas/system/manage-overrides.ts';
import { listOverrides, type StoredOverride } from '../features/areas/system/override-store.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { parseDay } from './arguments.ts';
import { deprecatedAlias } from './deprecated-alias.ts';
import { printJson, printTable } from './print.ts';

interface OverrideOptions extends AdminOptions {
  readonly until?: string;
  readonly from?: number;
  readonly to?: number;
  readonly product?: Product;
  readonly reason?: string;
}

export function addCapacityOverrideCommands(areas: Command): void {
  const listCommand = (command: Command) =>
    command
      .description('List current and future capacity overrides: holidays, block-outs and changed capacities')
      .addOption(environmentOption())
      .addOption(jsonOption())
      .action(list);
  listCommand(areas.command('overrides'));
  listCommand(deprecatedAlias(areas, 'exceptions', 'overrides'));
  addOverrideCommand(areas, 'holiday', 'Close an area for whole days').action(
    (area: string, day: string, options: OverrideOptions) =>
      create({ area, day, kind: 'holiday', capacity: null }, options),
  );
  withHourOptions(addOverrideCommand(areas, 'block', 'Close an area for some hours')).action(
    (area: string, day: string, options: OverrideOptions) =>
      create({ area, day, kind: 'block', capacity: null }, options),
  );
  withHourOptions(addOverrideCommand(areas, 'capacity', 'Set another capacity for some days'))
    .argument('<places>', 'capacity: bookings per hour', parsePlaces)
    .action((area: string, day: string, capacity: number, options: OverrideOptions) =>
      create({ area, day, kind: 'capacity', capacity }, options),
    );
  areas
    .command('reopen')
    .description('Remove a capacity override: the capacity of the area document applies again')
    .argument('<id>', 'override id; "waybill areas overrides" shows them')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(reopen);
}

function addOverrideCommand(areas: Command, name: string, description: string): Command {
  return areas
    .command(name)
    .description(`${description}; existing bookings are kept`)
    .argument('<area>', 'slug of the service area')
    .argument('<day>', 'date such as 2030-12-25, in the time zone of each arrival window', parseDay)
    .option('--until <day>', 'last day, inclusive', parseDay)
    .option('--reason <text>', 'note for other operators')
    .addOption(environmentOption())
    .addOption(jsonOption());
}

function withHourOptions(command: Command): Command {
  return command
    .option('--from <hour>', 'full hour such as 08:00', parseHour)
    .option('--to <hour>', 'full hour; 24:00 is the end of the day', parseHour)
    .addOption(new Option('--product <name>', 'only this product').choices(PRODUCTS));
}

async function list({ environment, json }: AdminOptions): Promise<void> {
  const found = await withAdmin(environment, ({ system, clock }) => {
    const yesterday = new Date(clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
    return listOverrides(system, { sinceDay: yesterday });
  });
  if (json) return printJson({ data: found });
  const headings = ['id', 'area', 'kind', 'product', 'days', 'hours', 'places', 'reason', 'by'];
  printTable(headings, found.map(rowOf));
}

interface OverrideInput extends Pick<NewOverride, 'kind' | 'capacity'> {
  readonly area: string;
  readonly day: string;
}

async function create({ area, day, kind, capacity }: OverrideInput, options: OverrideOptions): Promise<void> {
  const input: NewOverride = {
    areaSlug: area,
    product: options.product ?? null,
    kind,
    firstDay: day,
    lastDay: options.until ?? day,
    fromHour: options.from ?? 0,
    toHour: options.to ?? 24,
    capacity,
    reason: options.reason ?? null,
  };
  const { override, overbooked } = await withAdmin(options.environment, (admin, actor) =>
    createOverride(admin, input, actor),
  );
  if (options.json) return printJson({ override, overbooked });
  console.log(`${override.id}: now in effect in ${options.environment}.`);
  for (const hour of overbooked) console.log(warning(hour));
}

async function reopen(id: string, { environment, json }: AdminOptions): Promise<void> {
  const override = await withAdmin(environment, (admin, actor) => removeOverride(admin, id, actor));
  if (json) return printJson({ removed: override });
  console.log(`Removed. The capacity of the area document applies to ${override.areaSlug} again.`);
}

function rowOf(override: StoredOverride): string[] {
  const { firstDay, lastDay, fromHour, toHour, capacity } = override;
  return [
    override.id,
    override.areaSlug,
    override.kind,
    override.product ?? 'all',
    firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`,
    `${fromHour}:00 to ${toHour}:00`,
    capacity === null ? 'closed' : String(capacity),
    override.reason ?? '',
    override.createdBy,
  ];
}

function warning({ product, timeZone, startMs, reserved, places }: Overbooked): string {
  const at = new Date(startMs).toISOString();
  return `warning: the hour from ${at} (${timeZone}) has ${reserved} ${product} bookings, above its new capacity of ${places}. They are kept: add crews, or reschedule bookings with the customers.`;
}

function parseHour(text: string): number {
  if (!/^([01]?\d|2[0-4]):00$/.test(text)) throw new InvalidArgumentError('Enter a full hour such as 08:00.');
  return Number.parseInt(text, 10);
}

function parsePlaces(text: string): number {
  const places = Number(text);
  if (!/^\d{1,7}$/.test(text) || places > 1_000_000)
    throw new InvalidArgumentError('Enter a whole number from 0 to 1000000.');
  return places;
}
