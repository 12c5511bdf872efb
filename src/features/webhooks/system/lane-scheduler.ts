// Scheduler of all lanes. Shares the capacity of this process among endpoints: round robin, with a limit per endpoint
// and a common limit for all unhealthy endpoints, so that healthy ones always find free capacity.
import type { Slots } from './claim-store.ts';
import type { ClaimedTask } from './claimed-task.ts';
import { EndpointLane } from './endpoint-lane.ts';
import type { HandOffLimits } from './fan-out-store.ts';

const maxInFlight = 256;
/** Bounds the memory for claimed tasks of all lanes. */
const maxHeld = 32 * maxInFlight;
const maxUnhealthyHeld = maxInFlight / 4;
const maxPerClaim = 512;
const maxEndpointsPerClaim = 32;
const idleMillis = 15 * 60_000;

export class LaneScheduler {
  readonly #lanes = new Map<string, EndpointLane>();
  /** Last use by endpoint; least recently used first. */
  readonly #usedAt = new Map<string, number>();
  /** Lanes that may have tasks to claim, in round-robin order. */
  readonly #ready = new Set<EndpointLane>();
  /** Lanes that hold tasks. */
  readonly #busy = new Set<EndpointLane>();
  /** Lanes that may limit what is handed off to them: the others are idle. */
  readonly #limited = new Set<EndpointLane>();
  #inFlight = 0;

  get lanes(): EndpointLane[] {
    return [...this.#lanes.values()];
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get hasRoom(): boolean {
    return this.#inFlight < maxInFlight;
  }

  /** True if the limit was reached before the last request finished. */
  get wasFull(): boolean {
    return this.#inFlight === maxInFlight - 1;
  }

  started(): void {
    this.#inFlight += 1;
  }

  finished(lane: EndpointLane): void {
    this.#inFlight -= 1;
    this.markReady(lane);
    if (lane.held === 0) this.#busy.delete(lane);
  }

  laneOf(endpointId: string): EndpointLane {
    this.#usedAt.delete(endpointId);
    this.#usedAt.set(endpointId, performance.now());
    const lane = this.#lanes.get(endpointId) ?? new EndpointLane(endpointId);
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  find(endpointId: string): EndpointLane | undefined {
    return this.#lanes.get(endpointId);
  }

  markReady(lane: EndpointLane): void {
    if (!lane.manualReady && !lane.restReady) return;
    this.#ready.add(lane);
    this.#limited.add(lane);
  }

  /** Chooses what to claim next. Chosen lanes move to the end of the queue. */
  plan(nowMs: number): Slots[] {
    if (this.#ready.size === 0) return [];
    const busy = [...this.#busy];
    let capacity = Math.min(maxPerClaim, maxHeld - sumHeld(busy));
    let unhealthyCapacity = maxUnhealthyHeld - sumHeld(busy.filter((lane) => lane.isUnhealthy(nowMs)));
    const slots: Slots[] = [];
    const candidates = [...this.#ready];
    for (const lane of candidates) {
      if (capacity <= 0 || slots.length === maxEndpointsPerClaim) break;
      const requested = lane.slots(nowMs);
      // The lane is marked ready again when one of its requests finishes, and by every sweep.
      if (!requested) this.#ready.delete(lane);
      if (!requested) continue;
      const isUnhealthy = lane.isUnhealthy(nowMs) && !requested.manualOnly;
      const count = Math.min(requested.count, capacity, isUnhealthy ? unhealthyCapacity : capacity);
      if (count <= 0) continue;
      slots.push({ ...requested, count });
      capacity -= count;
      if (isUnhealthy) unhealthyCapacity -= count;
      // Tasks queued from now on mark the lane as ready again.
      lane.manualReady = false;
      if (!requested.manualOnly) lane.restReady = false;
      lane.isClaiming = true;
      this.#ready.delete(lane);
      if (lane.restReady) this.#ready.add(lane);
    }
    return slots;
  }

  /**
   * What may be handed off. Nothing to endpoints with tasks that are not claimed yet, and to those that fail or are
   * slow; to busy ones as much as they can take soon; to idle ones everything, at most `maxEvents`.
   */
  handOffLimits(maxEvents: number, nowMs: number): HandOffLimits {
    const [endpointIds, counts]: [string[], number[]] = [[], []];
    for (const lane of this.#limited) {
      const limit = lane.handOffLimit(nowMs);
      if (limit === null) this.#limited.delete(lane);
      else if (limit < maxEvents) {
        endpointIds.push(lane.endpointId);
        counts.push(limit);
      }
    }
    return { total: Math.max(0, maxHeld - sumHeld([...this.#busy])), endpointIds, counts };
  }

  /** Records a successful claim. An endpoint that received as many tasks as requested may have more. */
  claimed(slots: readonly Slots[], tasks: readonly ClaimedTask[]): void {
    const counts = this.take(tasks);
    for (const each of slots) this.#endClaim(each, (counts.get(each.endpointId) ?? 0) >= each.count);
  }

  /** Records a failed claim: the tasks are still there. */
  claimFailed(slots: readonly Slots[]): void {
    for (const each of slots) this.#endClaim(each, true);
  }

  /** Adds claimed tasks to their lanes. Returns the number of tasks per endpoint. */
  take(tasks: readonly ClaimedTask[]): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const task of tasks) {
      const lane = this.laneOf(task.endpointId);
      lane.take(task);
      counts.set(task.endpointId, (counts.get(task.endpointId) ?? 0) + 1);
      this.#busy.add(lane);
      this.#limited.add(lane);
    }
    return counts;
  }

  /** Removes and returns tasks that waited too long, or all waiting tasks. */
  letGo(all = false): ClaimedTask[] {
    const released = [...this.#busy].flatMap((lane) => lane.letGo(all));
    for (const lane of this.#busy) if (lane.held === 0) this.#busy.delete(lane);
    return released;
  }

  delayedHandOffs(): ClaimedTask[] {
    return [...this.#busy].flatMap((lane) => lane.delayedHandOffs());
  }

  /** Removes tasks that wait. */
  remove(tasks: ReadonlySet<ClaimedTask>): void {
    for (const { endpointId } of tasks) this.#lanes.get(endpointId)?.remove(tasks);
  }

  waitingLanes(): EndpointLane[] {
    return [...this.#busy].filter(({ held, inFlight }) => held > inFlight);
  }

  removeIdleLanes(): void {
    const before = performance.now() - idleMillis;
    for (const [endpointId, usedAt] of this.#usedAt) {
      if (usedAt > before) return;
      const lane = this.#lanes.get(endpointId);
      if (lane && (lane.held > 0 || lane.unwritten > 0 || this.#ready.has(lane))) continue;
      this.#lanes.delete(endpointId);
      this.#usedAt.delete(endpointId);
      if (lane) this.#limited.delete(lane);
    }
  }

  #endClaim({ endpointId, manualOnly }: Slots, hasMore: boolean): void {
    const lane = this.laneOf(endpointId);
    lane.isClaiming = false;
    if (!hasMore) return;
    lane.manualReady = true;
    if (!manualOnly) lane.restReady = true;
    this.markReady(lane);
  }
}

function sumHeld(lanes: readonly EndpointLane[]): number {
  return lanes.reduce((sum, { held }) => sum + held, 0);
}
