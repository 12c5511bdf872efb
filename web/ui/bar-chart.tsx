// Stacked bar chart with two series: good at the bottom, bad on top.
import { ChartFrame, type ChartRow } from './chart-frame.tsx';

export interface Bar {
  readonly name: string;
  readonly shortName: string;
  readonly good: number;
  readonly bad: number;
}

interface BarChartProps {
  readonly title: string;
  readonly goodName: string;
  readonly badName: string;
  readonly bars: readonly Bar[];
}

const HEIGHT = 100;

export function BarChart({ title, goodName, badName, bars }: BarChartProps) {
  const top = roundAxisMax(Math.max(1, ...bars.map(({ good, bad }) => good + bad)));
  const scale = (count: number) => (count / top) * HEIGHT;
  const rows: ChartRow[] = bars.map(({ name, shortName, good, bad }) => ({
    name,
    shortName,
    values: [good.toLocaleString(), bad.toLocaleString()],
  }));
  return (
    <ChartFrame
      title={title}
      columns={[
        { name: goodName, swatch: 'bg-bar-good' },
        { name: badName, swatch: 'bg-bar-bad' },
      ]}
      rows={rows}
      top={top.toLocaleString()}
    >
      {(marked) => (
        <svg
          viewBox={`0 0 ${bars.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="size-full"
          aria-hidden="true"
        >
          {bars.map(({ name, good, bad }, index) => (
            <g key={name} opacity={marked === null || marked === index ? 1 : 0.45}>
              <rect
                x={index + 0.14}
                y={HEIGHT - scale(good)}
                width="0.72"
                height={scale(good)}
                className="fill-bar-good"
              />
              <rect
                x={index + 0.14}
                y={HEIGHT - scale(good + bad)}
                width="0.72"
                height={scale(bad)}
                className="fill-bar-bad"
              />
            </g>
          ))}
        </svg>
      )}
    </ChartFrame>
  );
}

/** Upper end of the axis: the next round number at or above `largest`. */
export function roundAxisMax(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(largest));
  return [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= largest) ?? largest;
}
