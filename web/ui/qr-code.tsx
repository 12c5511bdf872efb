// A text for the camera of a phone. Always dark on light, whatever the colours of the page: cameras want it so.
import { qrMatrix } from './qr-matrix.ts';

const QUIET_ZONE = 4;

/** Nothing where the text is too long to be drawn. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = qrMatrix(text);
  if (rows === null) return null;
  const size = rows.length + 2 * QUIET_ZONE;
  const path = rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`] : [])),
    )
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className="w-48 rounded-xl border"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
