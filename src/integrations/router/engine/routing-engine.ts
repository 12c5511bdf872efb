// Supervises the process of the routing engine: started on first use, one request at a time and routes before matrices, restarted
// with back-off when it ends, killed when it hangs or takes too much memory. A request that was lost with the process is sent
// once more.
import type { ChildProcess } from 'node:child_process';
import { type Unavailable, unavailable } from '../../guarded-service.ts';
import type { EngineFiles } from './engine-package.ts';
import { startEngineProcess } from './engine-process.ts';
import { servingSettings } from './engine-settings.ts';
import { privateMemory } from './private-memory.ts';

export type EngineAction = 'route' | 'matrix' | 'locate';

export interface EngineQuery {
  readonly action: EngineAction;
  /** Path of the road archive. */
  readonly archive: string;
  /** Written by us from validated numbers: the native code does not survive every JSON text. */
  readonly body: object;
  readonly timeoutMs: number;
}

export type EngineAnswer =
  | { readonly kind: 'answered'; readonly body: unknown }
  /** The engine works and reports an error, for example that there is no route. */
  | { readonly kind: 'refused'; readonly message: string }
  | Unavailable;

export interface RoutingEngine {
  query(query: EngineQuery): Promise<EngineAnswer>;
  close(): void;
}

interface EngineLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface EngineOptions {
  /** Called at each start of the process; null if the engine is not installed. */
  readonly find: () => EngineFiles | null;
  /** Memory at which the process is replaced, in bytes, without the pages of archives. */
  readonly maxMemoryBytes: number;
  readonly log: EngineLog;
}

const MAX_ATTEMPTS = 2;
const MAX_QUEUE = 200;
const WATCH_INTERVAL_MS = 1_000;
/** Loading takes a second. */
const MAX_START_MS = 15_000;
/** A process that ends within this time after its start counts as another failure. */
const STABLE_AFTER_MS = 30_000;
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 30_000;
const STDERR_CHARACTERS = 500;

interface Job {
  readonly query: EngineQuery;
  readonly settle: (answer: EngineAnswer) => void;
  readonly timer: NodeJS.Timeout;
  attempts: number;
}

interface Running {
  readonly process: ChildProcess;
  readonly startedAt: number;
  isReady: boolean;
  stderr: string;
}

interface EngineMessage {
  readonly ready?: true;
  readonly id?: number;
  readonly answer?: string;
  readonly error?: string;
}

export function createRoutingEngine(options: EngineOptions): RoutingEngine {
  return new SupervisedEngine(options);
}

class SupervisedEngine implements RoutingEngine {
  readonly #options: EngineOptions;
  readonly #queue: Job[] = [];
  #active: Job | null = null;
  #sent = 0;
  #running: Running | null = null;
  #failures = 0;
  #restart: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  query(query: EngineQuery): Promise<EngineAnswer> {
    if (this.#isClosed) return Promise.resolve(unavailable('the routing engine is stopped'));
    if (this.#queue.length >= MAX_QUEUE)
      return Promise.resolve(overloaded('too many requests wait for the routing engine'));
    return new Promise((settle) => {
      const job: Job = {
        query,
        settle,
        attempts: 0,
        timer: setTimeout(() => this.#expire(job), query.timeoutMs),
      };
      this.#queue.push(job);
      this.#proceed();
    });
  }

  close(): void {
    this.#isClosed = true;
    if (this.#restart) clearTimeout(this.#restart);
    this.#kill();
    const open = this.#active ? [this.#active, ...this.#queue] : [...this.#queue];
    for (const job of open) this.#settle(job, unavailable('the routing engine is stopped'));
    this.#active = null;
    this.#queue.length = 0;
  }

  #settle(job: Job, answer: EngineAnswer): void {
    clearTimeout(job.timer);
    job.settle(answer);
  }

  #expire(job: Job): void {
    const { timeoutMs } = job.query;
    const hasOnlyWaited = this.#active !== null && this.#active !== job && job.attempts === 0;
    this.#settle(
      job,
      hasOnlyWaited
        ? overloaded(`waited ${timeoutMs} ms for the routing engine`)
        : unavailable(`the routing engine did not answer within ${timeoutMs} ms`),
    );
    if (this.#active === job) {
      this.#active = null;
      this.#options.log.warn({ timeoutMs }, 'routing engine did not answer; killed');
      this.#kill();
    } else this.#queue.splice(this.#queue.indexOf(job), 1);
  }

  /** Sends the next request if the process is ready, or starts the process. */
  #proceed(): void {
    if (this.#active || this.#queue.length === 0 || this.#isClosed) return;
    if (!this.#running) {
      this.#start();
      return;
    }
    if (!this.#running.isReady) return;
    const job = this.#takeNext();
    if (!job) return;
    this.#active = job;
    job.attempts += 1;
    this.#sent += 1;
    const { action, archive, body } = job.query;
    this.#running.process.send({ id: this.#sent, action, archive, body: JSON.stringify(body) }, () => {
      // The end of the process is reported by its `exit` event.
    });
  }

  /** Routes first: a partner waits for each, and a matrix may take seconds. */
  #takeNext(): Job | undefined {
    const route = this.#queue.findIndex(({ query }) => query.action === 'route');
    return this.#queue.splice(Math.max(0, route), 1)[0];
  }

  #start(): void {
    if (this.#restart) return;
    const files = this.#options.find();
    if (!files) {
      for (const job of this.#queue.splice(0))
        this.#settle(
          job,
          unavailable('the routing engine is not installed on this host: run "waybill maps engine install"'),
        );
      return;
    }
    const child = startEngineProcess(files, servingSettings());
    const running: Running = { process: child, startedAt: performance.now(), isReady: false, stderr: '' };
    this.#running = running;
    child.stderr?.on('data', (chunk) => {
      running.stderr = `${running.stderr}${String(chunk)}`.slice(-STDERR_CHARACTERS);
    });
    child.on('message', (message: EngineMessage) => this.#receive(running, message));
    child.once('error', (error) => this.#ended(running, error.message));
    child.once('exit', (code, signal) => this.#ended(running, signal ?? `exit code ${code}`));
    // The process must not keep this one alive.
    child.unref();
    child.channel?.unref();
    this.#watch = setInterval(() => void this.#check(running), WATCH_INTERVAL_MS).unref();
  }

  #receive(running: Running, { ready, id, answer, error }: EngineMessage): void {
    if (running !== this.#running) return;
    if (ready) {
      running.isReady = true;
      this.#options.log.info({ pid: running.process.pid }, 'routing engine started');
    } else if (this.#active && id === this.#sent) {
      const job = this.#active;
      this.#active = null;
      this.#settle(job, error === undefined ? parsed(answer ?? '') : { kind: 'refused', message: error });
    }
    this.#proceed();
  }

  #ended(running: Running, reason: string): void {
    if (running !== this.#running) return;
    this.#running = null;
    if (this.#watch) clearInterval(this.#watch);
    const lost = this.#active;
    this.#active = null;
    if (lost && lost.attempts < MAX_ATTEMPTS) this.#queue.unshift(lost);
    else if (lost) this.#settle(lost, unavailable(`the routing engine ended: ${reason}`));
    if (this.#isClosed) return;
    const wasStable = running.isReady && performance.now() - running.startedAt > STABLE_AFTER_MS;
    this.#failures = wasStable ? 1 : this.#failures + 1;
    const backoffMs =
      this.#failures === 1 ? 0 : Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (this.#failures - 2));
    this.#options.log.warn(
      { reason, backoffMs, ...(running.stderr && { stderr: running.stderr }) },
      'routing engine ended',
    );
    this.#restart = setTimeout(() => {
      this.#restart = null;
      this.#proceed();
    }, backoffMs).unref();
  }

  async #check(running: Running): Promise<void> {
    const { maxMemoryBytes, log } = this.#options;
    const bytes = await privateMemory(running.process.pid);
    if (running !== this.#running) return;
    if (!running.isReady && performance.now() - running.startedAt > MAX_START_MS) {
      log.warn({ maxStartMs: MAX_START_MS }, 'routing engine did not start; killed');
      this.#kill();
    } else if (bytes !== null && bytes > maxMemoryBytes) {
      log.warn({ bytes, maxMemoryBytes }, 'routing engine takes too much memory; killed');
      this.#kill();
    }
  }

  /** SIGKILL also ends a stopped process. */
  #kill(): void {
    this.#running?.process.kill('SIGKILL');
  }
}

/** The engine works on other requests. */
function overloaded(reason: string): Unavailable {
  return { ...unavailable(reason, 1), isOverload: true };
}

function parsed(text: string): EngineAnswer {
  try {
    return { kind: 'answered', body: JSON.parse(text) as unknown };
  } catch {
    return unavailable('the routing engine returned invalid JSON');
  }
}
