// Sparkline of stacked bars: succeeded at the bottom, failed on top. Decorative: callers give the numbers as text.

interface SparklineProps {
  readonly points: readonly { readonly succeeded: number; readonly failed: number }[];
}

const HEIGHT = 28;
const STEP = 6;
const BAR = 4;

export function Sparkline({ points }: SparklineProps) {
  const largest = Math.max(1, ...points.map(({ succeeded, failed }) => succeeded + failed));
  const scale = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / largest) * HEIGHT));
  return (
    <svg
      viewBox={`0 0 ${points.length * STEP - (STEP - BAR)} ${HEIGHT}`}
      aria-hidden="true"
      preserveAspectRatio="none"
      className="h-7 w-full max-w-36"
    >
      {points.map(({ succeeded, failed }, index) => {
        const good = scale(succeeded);
        const bad = scale(failed);
        const x = index * STEP;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the day is what a bar is
          <g key={index}>
            {good + bad === 0 && (
              <rect x={x} y={HEIGHT - 1.5} width={BAR} height="1.5" className="fill-line" />
            )}
            <rect x={x} y={HEIGHT - good} width={BAR} height={good} className="fill-bar-good" />
            <rect x={x} y={HEIGHT - good - bad} width={BAR} height={bad} className="fill-bar-bad" />
          </g>
        );
      })}
    </svg>
  );
}
