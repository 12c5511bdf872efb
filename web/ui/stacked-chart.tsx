// Stacked bar chart with any number of series.
import { roundAxisMax } from './bar-chart.tsx';
import { ChartFrame } from './chart-frame.tsx';

export interface Series {
  readonly name: string;
  /** Background class and fill class of the same colour: `bg-accent`, `fill-accent`. */
  readonly swatch: string;
  readonly fill: string;
}

export interface StackedBar {
  readonly name: string;
  readonly shortName: string;
  /** One value per series; the first is at the bottom. */
  readonly values: readonly number[];
}

interface StackedChartProps {
  readonly title: string;
  readonly series: readonly Series[];
  readonly bars: readonly StackedBar[];
  readonly format?: (value: number) => string;
}

const HEIGHT = 100;
const formatNumber = (value: number) => value.toLocaleString();

export function StackedChart({ title, series, bars, format = formatNumber }: StackedChartProps) {
  const top = roundAxisMax(
    Math.max(1, ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0))),
  );
  return (
    <ChartFrame
      title={title}
      columns={series}
      rows={bars.map(({ name, shortName, values }) => ({ name, shortName, values: values.map(format) }))}
      top={format(top)}
    >
      {(marked) => (
        <svg
          viewBox={`0 0 ${bars.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="size-full"
          aria-hidden="true"
        >
          {bars.map(({ name, values }, index) => (
            <g key={name} opacity={marked === null || marked === index ? 1 : 0.45}>
              {series.map(({ name: seriesName, fill }, seriesIndex) => {
                const below = values.slice(0, seriesIndex).reduce((sum, value) => sum + value, 0);
                const height = ((values[seriesIndex] ?? 0) / top) * HEIGHT;
                return (
                  <rect
                    key={seriesName}
                    x={index + 0.14}
                    y={HEIGHT - (below / top) * HEIGHT - height}
                    width="0.72"
                    height={height}
                    className={fill}
                  />
                );
              })}
            </g>
          ))}
        </svg>
      )}
    </ChartFrame>
  );
}
