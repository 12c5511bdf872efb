// The lanes of all endpoints, and how the room of this process is shared among them: in turn, with a limit for each, and
// with a limit for all that are unwell together, so that those who are well always find room.
import type { ClaimedTask, Slots } from './claim-store.ts';
import { EndpointLane } from './endpoint-lane.ts';

const mostInFlight = 256;
const mostHeld = 2 * mostInFlight;
const mostUnhealthy = mostInFlight / 4;
const mostClaimed = 256;
const mostEndpointsClaimed = 32;
const idleMillis = 15 * 60_000;

export class LaneBoard {
  readonly #lanes = new Map<string, EndpointLane>();
  readonly #usedAt = new Map<string, number>();
  /** Those that may have something to claim, in the order in which they get their turn. */
  readonly #ready = new Set<EndpointLane>();
  /** Those that hold tasks. */
  readonly #busy = new Set<EndpointLane>();
  #inFlight = 0;

  get lanes(): EndpointLane[] {
    return [...this.#lanes.values()];
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get hasRoom(): boolean {
    return this.#inFlight < mostInFlight;
  }

  /** Before the last one finished there was no room. */
  get wasFull(): boolean {
    return this.#inFlight === mostInFlight - 1;
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
    this.#usedAt.set(endpointId, performance.now());
    const lane = this.#lanes.get(endpointId) ?? new EndpointLane(endpointId);
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  find(endpointId: string): EndpointLane | undefined {
    return this.#lanes.get(endpointId);
  }

  markReady(lane: EndpointLane): void {
    if (lane.manualReady || lane.restReady) this.#ready.add(lane);
  }

  /** What to claim next. Who is named goes to the back of the queue. */
  plan(nowMs: number): Slots[] {
    if (this.#ready.size === 0) return [];
    const busy = [...this.#busy];
    let left = Math.min(mostClaimed, mostHeld - sumHeld(busy));
    let leftUnhealthy = mostUnhealthy - sumHeld(busy.filter((lane) => lane.isUnhealthy(nowMs)));
    const slots: Slots[] = [];
    const candidates = [...this.#ready];
    for (const lane of candidates) {
      if (left <= 0 || slots.length === mostEndpointsClaimed) break;
      const wanted = lane.slots(nowMs);
      // It is marked again when one of its own is finished, and by every sweep.
      if (!wanted) this.#ready.delete(lane);
      if (!wanted) continue;
      const isUnhealthy = lane.isUnhealthy(nowMs) && !wanted.manualOnly;
      const count = Math.min(wanted.count, left, isUnhealthy ? leftUnhealthy : left);
      if (count <= 0) continue;
      slots.push({ ...wanted, count });
      left -= count;
      if (isUnhealthy) leftUnhealthy -= count;
      // Whoever queues something from now on marks it ready again.
      lane.manualReady = false;
      if (!wanted.manualOnly) lane.restReady = false;
      this.#ready.delete(lane);
      if (lane.restReady) this.#ready.add(lane);
    }
    return slots;
  }

  /** Endpoints of these accounts that are well and have nothing to do: what they can take at once. */
  idleSlots(accountIds: ReadonlySet<string>, nowMs: number): Slots[] {
    if (!this.hasRoom) return [];
    const slots: Slots[] = [];
    for (const lane of this.#lanes.values()) {
      const isIdle = lane.held === 0 && !lane.manualReady && !lane.restReady && !lane.isUnhealthy(nowMs);
      if (!isIdle || lane.accountId === null || !accountIds.has(lane.accountId)) continue;
      const wanted = lane.slotsIfReady(nowMs);
      if (wanted) slots.push(wanted);
      if (slots.length === mostEndpointsClaimed) break;
    }
    return slots;
  }

  /** An endpoint that got all it asked for has more. */
  take(slots: readonly Slots[], tasks: readonly ClaimedTask[]): void {
    for (const { endpointId, count, manualOnly } of slots) {
      const lane = this.laneOf(endpointId);
      const claimed = tasks.filter((task) => task.endpointId === endpointId);
      lane.take(claimed);
      if (lane.held > 0) this.#busy.add(lane);
      if (claimed.length < count) continue;
      lane.manualReady = true;
      if (!manualOnly) lane.restReady = true;
      this.markReady(lane);
    }
  }

  /** Tasks that waited too long here, or all of them. */
  letGo(all = false): ClaimedTask[] {
    const gone = [...this.#busy].flatMap((lane) => lane.letGo(all));
    for (const lane of this.#busy) if (lane.held === 0) this.#busy.delete(lane);
    return gone;
  }

  waitingLanes(): EndpointLane[] {
    return [...this.#busy].filter(({ held, inFlight }) => held > inFlight);
  }

  forgetIdle(): void {
    const before = performance.now() - idleMillis;
    for (const lane of this.lanes) {
      const isIdle = lane.held === 0 && lane.unwritten === 0 && !this.#ready.has(lane);
      if (!isIdle || (this.#usedAt.get(lane.endpointId) ?? 0) > before) continue;
      this.#lanes.delete(lane.endpointId);
      this.#usedAt.delete(lane.endpointId);
    }
  }
}

function sumHeld(lanes: readonly EndpointLane[]): number {
  return lanes.reduce((sum, { held }) => sum + held, 0);
}
