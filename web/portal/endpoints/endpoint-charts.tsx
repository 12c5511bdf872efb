// Charts of attempts and response time over a day, a week or a month.
import { useMemo, useState } from 'react';
import { type Bar, BarChart } from '../../ui/bar-chart.tsx';
import { Card } from '../../ui/card.tsx';
import { LineChart, type LinePoint } from '../../ui/line-chart.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { englishTimes, formatMilliseconds } from '../../ui/time-format.ts';
import type { EndpointChart } from '../api.generated.ts';
import { type ChartRange, useChart } from './endpoint-queries.ts';

const ranges = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;

/** 168 hourly bars do not fit, so a week is shown in bars of six hours. A month already comes in days. */
const HOURS_PER_BAR: Readonly<Record<ChartRange, number>> = { day: 1, week: 6, month: 1 };

export function EndpointCharts({ id }: { readonly id: string }) {
  const [range, setRange] = useState<ChartRange>('day');
  const { data, error, refetch } = useChart(id, range);
  const series = useMemo(() => data && draw(data.points, range), [data, range]);
  return (
    <Card>
      <Tabs label="Time range" tabs={ranges} value={range} onChange={setRange} panelClass="mt-4">
        {error && !data && <LoadError error={error} onRetry={refetch} />}
        {!series && !error && <Skeleton className="h-40" />}
        {series && (
          <div className="grid gap-6 lg:grid-cols-2 lg:gap-8">
            <BarChart title="Attempts" goodName="Succeeded" badName="Failed" bars={series.bars} />
            <LineChart
              title="Response time"
              mainName="p95"
              secondName="p50"
              points={series.lines}
              format={formatMilliseconds}
            />
          </div>
        )}
      </Tabs>
    </Card>
  );
}

type Points = EndpointChart['points'];

function draw(points: Points, range: ChartRange): { readonly bars: Bar[]; readonly lines: LinePoint[] } {
  const lines = points.map(({ from, p50_ms, p95_ms }) => ({
    ...names(from, range),
    main: p95_ms,
    second: p50_ms,
  }));
  return { bars: groupBars(points, range), lines };
}

function groupBars(points: Points, range: ChartRange): Bar[] {
  const size = HOURS_PER_BAR[range];
  const sum = (part: Points, pick: (point: Points[number]) => number) =>
    part.reduce((total, point) => total + pick(point), 0);
  return points
    .filter((_, index) => index % size === 0)
    .map(({ from }, index) => {
      const part = points.slice(index * size, (index + 1) * size);
      const good = sum(part, ({ succeeded }) => succeeded);
      return { ...names(from, range), good, bad: sum(part, ({ failed }) => failed) };
    });
}

function names(from: string, range: ChartRange): { readonly name: string; readonly shortName: string } {
  const date = englishTimes.part(from, 'month-day');
  if (range === 'month') return { name: date, shortName: date };
  return {
    name: `${date}, ${englishTimes.time(from)}`,
    shortName: englishTimes.part(from, range === 'day' ? 'hour' : 'weekday'),
  };
}
