// CPU time of processes from Linux's /proc. On other systems benchmarks run without it.
import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in 1/100 s (USER_HZ) on all architectures. */
const microsPerTick = 10_000;

interface Stat {
  readonly parentPid: number;
  readonly ownMicros: number;
  /** CPU time of children that have exited. */
  readonly endedMicros: number;
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name may contain any character; its closing parenthesis is the last one in the line.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const micros = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * microsPerTick;
    return { parentPid: Number(fields[1]), ownMicros: micros(11), endedMicros: micros(13) };
  } catch {
    return null;
  }
}

export function processMicros(pid: number): number | null {
  return statOf(pid)?.ownMicros ?? null;
}

export function parentOf(pid: number): number | null {
  return statOf(pid)?.parentPid ?? null;
}

/** A process with all its children, including those that have exited. */
export function processTreeMicros(pid: number): number | null {
  const head = statOf(pid);
  if (!head) return null;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parentPid === pid);
  return children.reduce((sum, stat) => sum + (stat?.ownMicros ?? 0), head.ownMicros + head.endedMicros);
}

/** A process with all its descendants, including those that have exited and were waited for. */
export function descendantMicros(pid: number): number | null {
  const head = statOf(pid);
  if (!head) return null;
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), statOf(Number(name))] as const);
  const sumOf = (parent: number, { ownMicros, endedMicros }: Stat): number =>
    stats.reduce(
      (sum, [child, stat]) => sum + (stat?.parentPid === parent ? sumOf(child, stat) : 0),
      ownMicros + endedMicros,
    );
  return sumOf(pid, head);
}

/** Processes that a process has started, and those that they have started. */
export function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), statOf(Number(name))?.parentPid] as const);
  const below = (parent: number): number[] =>
    parents.flatMap(([child, its]) => (its === parent ? [child, ...below(child)] : []));
  return below(pid);
}
