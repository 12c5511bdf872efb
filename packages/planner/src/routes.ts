// Routes and their changes: requests are inserted and taken out, and all changes since the last commit are undone by
// `rollback`. Between calls every route is feasible.
import type { CompiledProblem } from './compiled-problem.ts';
import { RouteSchedule } from './route-schedule.ts';

export class Routes extends RouteSchedule {
  /** Vehicle of each node; -1 while the node is in no route. */
  readonly vehicleOf: Int32Array;
  /** Vehicle from which each request was taken last; -1 for none. */
  readonly removedFrom: Int32Array;
  /** Insertions happen after this node or later ones. */
  readonly lastFrozen: Int32Array;
  /** 1 for requests with a frozen stop: they are never removed. */
  readonly pinned: Uint8Array;
  /** 1 for vehicles whose route has changed since the last call of `commit` or `rollback`. */
  readonly isTouched: Uint8Array;

  readonly #compiled: CompiledProblem;
  readonly #touched: Int32Array;
  #touchedCount = 0;
  readonly #savedNodes: Int32Array;
  #savedCount = 0;
  readonly #savedFrom: Int32Array;
  readonly #savedVersion: Float64Array;
  /** Nodes between which a route has changed since its last refresh; -1 if it has not. */
  readonly #changedAfter: Int32Array;
  readonly #changedBefore: Int32Array;
  /** Order of the nodes of a route while requests are taken out of it. */
  readonly #position: Int32Array;

  constructor(compiled: CompiledProblem) {
    super(compiled);
    const { nodeCount, vehicleCount, requestCount } = compiled;
    this.#compiled = compiled;
    this.vehicleOf = new Int32Array(nodeCount).fill(-1);
    this.removedFrom = new Int32Array(requestCount).fill(-1);
    this.lastFrozen = Int32Array.from({ length: vehicleCount }, (_, v) => compiled.firstStart + v);
    this.pinned = new Uint8Array(requestCount);
    this.isTouched = new Uint8Array(vehicleCount);
    this.#touched = new Int32Array(vehicleCount);
    this.#savedNodes = new Int32Array(nodeCount);
    this.#savedFrom = new Int32Array(vehicleCount + 1);
    this.#savedVersion = new Float64Array(vehicleCount);
    this.#changedAfter = new Int32Array(vehicleCount).fill(-1);
    this.#changedBefore = new Int32Array(vehicleCount).fill(-1);
    this.#position = new Int32Array(nodeCount);
    for (let vehicle = 0; vehicle < vehicleCount; vehicle += 1) {
      const breaks = [];
      const end = compiled.firstBreakOf[vehicle + 1] as number;
      for (let node = compiled.firstBreakOf[vehicle] as number; node < end; node += 1) breaks.push(node);
      this.setRoute(vehicle, breaks);
    }
  }

  /** Replaces the stops and breaks of a vehicle; false if the route is infeasible. */
  setRoute(vehicle: number, nodes: ArrayLike<number>): boolean {
    this.#linkAll(vehicle, nodes, 0, nodes.length);
    return this.refresh(vehicle);
  }

  /** Replaces the stops and breaks of all vehicles, also after changes; an infeasible route keeps its breaks only. */
  replaceAll(routes: readonly (readonly number[])[]): void {
    this.commit();
    this.vehicleOf.fill(-1, 0, this.#compiled.stopCount);
    for (const [vehicle, nodes] of routes.entries()) {
      if (this.setRoute(vehicle, nodes)) continue;
      for (const node of nodes) this.vehicleOf[node] = -1;
      this.setRoute(
        vehicle,
        nodes.filter((node) => node >= this.#compiled.firstBreak),
      );
    }
  }

  #linkAll(vehicle: number, nodes: ArrayLike<number>, from: number, to: number): void {
    const { next, prev, vehicleOf, size } = this;
    const { firstStart, firstEnd, requestOf } = this.#compiled;
    const start = firstStart + vehicle;
    const end = firstEnd + vehicle;
    let last = start;
    let stops = 0;
    for (let index = from; index < to; index += 1) {
      const node = nodes[index] as number;
      next[last] = node;
      prev[node] = last;
      vehicleOf[node] = vehicle;
      if ((requestOf[node] as number) >= 0) stops += 1;
      last = node;
    }
    next[last] = end;
    prev[end] = last;
    vehicleOf[start] = vehicle;
    vehicleOf[end] = vehicle;
    size[vehicle] = stops;
  }

  /** Like `setRoute`, for a route that cannot be changed: windows that it misses are moved to its times. */
  setFixedRoute(vehicle: number, nodes: ArrayLike<number>): void {
    if (this.setRoute(vehicle, nodes)) return;
    const { latest, firstEnd } = this.#compiled;
    for (const node of [...this.nodesOf(vehicle), firstEnd + vehicle])
      latest[node] = Math.max(latest[node] as number, this.startAt[node] as number);
    this.refresh(vehicle);
  }

  /** Stops and breaks of a vehicle, in order. */
  nodesOf(vehicle: number): number[] {
    const nodes: number[] = [];
    const end = this.#compiled.firstEnd + vehicle;
    let node = this.next[this.#compiled.firstStart + vehicle] as number;
    for (; node !== end; node = this.next[node] as number) nodes.push(node);
    return nodes;
  }

  isServed(request: number): boolean {
    return (this.vehicleOf[this.#compiled.firstStop[request] as number] as number) >= 0;
  }

  /** Inserts each stop of the request after the node `after[s]`; equal entries follow each other in order. */
  insert(request: number, vehicle: number, after: Int32Array): void {
    this.#save(vehicle);
    const { firstStop } = this.#compiled;
    const first = firstStop[request] as number;
    const count = (firstStop[request + 1] as number) - first;
    for (let stop = 0; stop < count; stop += 1) {
      const follows = stop > 0 && after[stop] === after[stop - 1];
      this.#link(first + stop, follows ? first + stop - 1 : (after[stop] as number), vehicle);
    }
    this.size[vehicle] = (this.size[vehicle] as number) + count;
    this.refreshBetween(vehicle, after[0] as number, this.next[first + count - 1] as number);
  }

  /** Takes the stops of a request out of its route. Call `refreshChanged` after the last one: the schedule is not updated. */
  unlink(request: number): void {
    const { firstStop } = this.#compiled;
    const { next, prev, vehicleOf } = this;
    const first = firstStop[request] as number;
    const vehicle = vehicleOf[first] as number;
    this.#save(vehicle);
    this.removedFrom[request] = vehicle;
    const end = firstStop[request + 1] as number;
    if (this.#changedAfter[vehicle] === -1) this.#numberNodes(vehicle);
    for (let node = first; node < end; node += 1) {
      const before = prev[node] as number;
      const behind = next[node] as number;
      next[before] = behind;
      prev[behind] = before;
      vehicleOf[node] = -1;
      this.#extendChange(vehicle, before, behind);
    }
    this.size[vehicle] = (this.size[vehicle] as number) - (end - first);
  }

  #numberNodes(vehicle: number): void {
    const { firstStart, firstEnd } = this.#compiled;
    const end = firstEnd + vehicle;
    let position = 0;
    for (let node = firstStart + vehicle; node !== end; node = this.next[node] as number) {
      this.#position[node] = position;
      position += 1;
    }
    this.#position[end] = position;
  }

  #extendChange(vehicle: number, before: number, behind: number): void {
    const position = this.#position;
    const after = this.#changedAfter[vehicle] as number;
    const until = this.#changedBefore[vehicle] as number;
    if (after === -1 || (position[before] as number) < (position[after] as number))
      this.#changedAfter[vehicle] = before;
    if (until === -1 || (position[behind] as number) > (position[until] as number))
      this.#changedBefore[vehicle] = behind;
  }

  /** Updates the schedule of a route after `unlink`; false if the route is infeasible. */
  refreshChanged(vehicle: number): boolean {
    const after = this.#changedAfter[vehicle] as number;
    if (after === -1) return true;
    const before = this.#changedBefore[vehicle] as number;
    this.#changedAfter[vehicle] = -1;
    this.#changedBefore[vehicle] = -1;
    return this.refreshBetween(vehicle, after, before);
  }

  #link(node: number, after: number, vehicle: number): void {
    const behind = this.next[after] as number;
    this.next[after] = node;
    this.prev[node] = after;
    this.next[node] = behind;
    this.prev[behind] = node;
    this.vehicleOf[node] = vehicle;
  }

  #save(vehicle: number): void {
    if (this.isTouched[vehicle] === 1) return;
    this.isTouched[vehicle] = 1;
    const slot = this.#touchedCount;
    this.#touched[slot] = vehicle;
    this.#touchedCount += 1;
    this.#savedFrom[slot] = this.#savedCount;
    this.#savedVersion[slot] = this.version[vehicle] as number;
    const end = this.#compiled.firstEnd + vehicle;
    let node = this.next[this.#compiled.firstStart + vehicle] as number;
    for (; node !== end; node = this.next[node] as number) {
      this.#savedNodes[this.#savedCount] = node;
      this.#savedCount += 1;
    }
    this.#savedFrom[slot + 1] = this.#savedCount;
  }

  /** Keeps the changes since the last call of `commit` or `rollback`. */
  commit(): void {
    // Often all requests went back to where they were: with the old version, cached insertions stay valid.
    for (let slot = 0; slot < this.#touchedCount; slot += 1)
      if (this.#isUnchanged(slot))
        this.version[this.#touched[slot] as number] = this.#savedVersion[slot] as number;
    this.#forgetSaved();
  }

  #isUnchanged(slot: number): boolean {
    const vehicle = this.#touched[slot] as number;
    const end = this.#savedFrom[slot + 1] as number;
    let node = this.next[this.#compiled.firstStart + vehicle] as number;
    for (let index = this.#savedFrom[slot] as number; index < end; index += 1) {
      if (node !== this.#savedNodes[index]) return false;
      node = this.next[node] as number;
    }
    return node === this.#compiled.firstEnd + vehicle;
  }

  #forgetSaved(): void {
    for (let slot = 0; slot < this.#touchedCount; slot += 1)
      this.isTouched[this.#touched[slot] as number] = 0;
    this.#touchedCount = 0;
    this.#savedCount = 0;
  }

  /** Undoes the changes since the last call of `commit` or `rollback`. */
  rollback(): void {
    // First all changed routes lose their stops: a stop may have moved between two of them.
    for (let slot = 0; slot < this.#touchedCount; slot += 1) {
      const vehicle = this.#touched[slot] as number;
      this.#compare(slot);
      const end = this.#compiled.firstEnd + vehicle;
      let node = this.next[this.#compiled.firstStart + vehicle] as number;
      for (; node !== end; node = this.next[node] as number) this.vehicleOf[node] = -1;
    }
    for (let slot = 0; slot < this.#touchedCount; slot += 1) this.#restore(slot);
    this.#forgetSaved();
  }

  /** Finds the part of a changed route that differs from the saved one. */
  #compare(slot: number): void {
    const { next, prev } = this;
    const vehicle = this.#touched[slot] as number;
    let before = this.#compiled.firstStart + vehicle;
    let behind = this.#compiled.firstEnd + vehicle;
    let from = this.#savedFrom[slot] as number;
    let to = this.#savedFrom[slot + 1] as number;
    for (; from < to && next[before] === this.#savedNodes[from]; from += 1)
      before = this.#savedNodes[from] as number;
    // A node that is in both must not be passed from both sides.
    for (; to > from && prev[behind] === this.#savedNodes[to - 1] && prev[behind] !== before; to -= 1)
      behind = this.#savedNodes[to - 1] as number;
    this.#changedAfter[vehicle] = before;
    this.#changedBefore[vehicle] = behind;
  }

  #restore(slot: number): void {
    const vehicle = this.#touched[slot] as number;
    this.#linkAll(
      vehicle,
      this.#savedNodes,
      this.#savedFrom[slot] as number,
      this.#savedFrom[slot + 1] as number,
    );
    this.refreshChanged(vehicle);
    this.version[vehicle] = this.#savedVersion[slot] as number;
  }
}
