// Badge with an HTTP status, coloured by status class.
import { Badge, type Tone } from '../ui/badge.tsx';

export function StatusBadge({ status }: { readonly status: number }) {
  return <Badge tone={toneOf(status)}>{status}</Badge>;
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}
