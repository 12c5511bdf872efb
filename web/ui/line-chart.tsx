// Line chart with two series over time. A null value interrupts the line.
import { roundAxisMax } from './bar-chart.tsx';
import { ChartFrame } from './chart-frame.tsx';

export interface LinePoint {
  readonly name: string;
  readonly shortName: string;
  readonly main: number | null;
  readonly second: number | null;
}

interface LineChartProps {
  readonly title: string;
  readonly mainName: string;
  readonly secondName: string;
  readonly points: readonly LinePoint[];
  readonly format: (value: number) => string;
}

const HEIGHT = 100;

export function LineChart({ title, mainName, secondName, points, format }: LineChartProps) {
  const top = roundAxisMax(Math.max(1, ...points.flatMap(({ main, second }) => [main ?? 0, second ?? 0])));
  const formatValue = (value: number | null) => (value === null ? '–' : format(value));
  return (
    <ChartFrame
      title={title}
      columns={[
        { name: mainName, swatch: 'bg-signal' },
        { name: secondName, swatch: 'bg-accent' },
      ]}
      rows={points.map(({ name, shortName, main, second }) => ({
        name,
        shortName,
        values: [formatValue(main), formatValue(second)],
      }))}
      top={format(top)}
    >
      {(marked) => (
        <svg
          viewBox={`0 0 ${points.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="size-full"
          aria-hidden="true"
        >
          {marked !== null && (
            <line
              x1={marked + 0.5}
              x2={marked + 0.5}
              y1="0"
              y2={HEIGHT}
              className="stroke-field-line"
              vectorEffect="non-scaling-stroke"
            />
          )}
          <Line values={points.map(({ second }) => second)} top={top} className="stroke-accent" />
          <Line values={points.map(({ main }) => main)} top={top} className="stroke-signal" />
        </svg>
      )}
    </ChartFrame>
  );
}

interface LineProps {
  readonly values: readonly (number | null)[];
  readonly top: number;
  readonly className: string;
}

function Line({ values, top, className }: LineProps) {
  const points = values.map((value, index) =>
    value === null ? null : `${index + 0.5} ${(HEIGHT - (value / top) * HEIGHT).toFixed(2)}`,
  );
  return (
    <g fill="none" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round" className={className}>
      <path d={linePath(points)} vectorEffect="non-scaling-stroke" />
      <path d={dotPath(points)} strokeWidth="6" vectorEffect="non-scaling-stroke" />
    </g>
  );
}

type Points = readonly (string | null)[];

function linePath(points: Points): string {
  return points
    .map((point, index) => point && `${(points[index - 1] ?? null) === null ? 'M' : 'L'}${point}`)
    .join('');
}

/** A point without neighbours: a zero-length segment, which round line caps render as a dot. */
function dotPath(points: Points): string {
  const isIsolated = (index: number) =>
    (points[index - 1] ?? null) === null && (points[index + 1] ?? null) === null;
  return points.map((point, index) => (point && isIsolated(index) ? `M${point}L${point}` : '')).join('');
}
