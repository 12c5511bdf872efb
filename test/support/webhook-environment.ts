// Account with endpoints, receivers behind them, and a running worker: the setup of delivery tests.
import { startTestApp, type TestApp } from './app.ts';
import { TestClock } from './clock.ts';
import { queryAsOwner } from './database.ts';
import {
  addEndpoint,
  type DeliveryState,
  emitEvents,
  type TestEndpoint,
  type TestEvent,
  untilDeliveries,
  wakeWorkers,
} from './webhook-endpoints.ts';
import {
  manners,
  type Receiver,
  type ReceiverBehavior,
  type Receivers,
  startReceivers,
} from './webhook-receivers.ts';

export class WebhookEnvironment {
  readonly test: TestApp;
  readonly receivers: Receivers;
  readonly clock: TestClock;
  /** Account of the endpoints and events. */
  account = '';
  #count = 0;

  private constructor(test: TestApp, receivers: Receivers, clock: TestClock) {
    this.test = test;
    this.receivers = receivers;
    this.clock = clock;
  }

  static async start(variables: Readonly<Record<string, string>> = {}): Promise<WebhookEnvironment> {
    const receivers = await startReceivers();
    const clock = new TestClock();
    const test = await startTestApp({ clock, variables });
    test.app.worker.start();
    return new WebhookEnvironment(test, receivers, clock);
  }

  async changeAccount(): Promise<void> {
    this.account = (await this.test.organization()).id;
  }

  async add(
    how: ReceiverBehavior = manners.ok,
    events: readonly string[] | null = null,
  ): Promise<[Receiver, TestEndpoint]> {
    this.#count += 1;
    const receiver = this.receivers.receiver(`r${this.#count}`, how);
    const { clock } = this;
    return [receiver, await addEndpoint(this.test, this.account, receiver.url, { events, clock })];
  }

  emit(event: TestEvent = {}, amount = 1): Promise<string[]> {
    return emitEvents(this.test, this.account, amount, event, this.clock);
  }

  until(
    endpoint: TestEndpoint,
    isDone: (deliveries: readonly DeliveryState[]) => boolean,
  ): Promise<DeliveryState[]> {
    return untilDeliveries(this.test, endpoint, isDone);
  }

  untilDelivered(endpoint: TestEndpoint, amount: number): Promise<DeliveryState[]> {
    return this.until(
      endpoint,
      (all) => all.length === amount && all.every(({ status }) => status === 'delivered'),
    );
  }

  /** Resends a delivery, as requested in the portal. */
  async resend(endpoint: TestEndpoint, { id, event_id }: DeliveryState): Promise<void> {
    await this.rows(
      `insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, trigger, tries, due_at)
       values ($1, $2, $3, $4, 'resend', 0, $5)`,
      [this.account, endpoint.id, id, event_id, this.clock.now()],
    );
    await wakeWorkers(this.test, 'tasks');
  }

  rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return queryAsOwner<Row>(this.test.connection, text, values);
  }

  async close(): Promise<void> {
    await this.test.close();
    await this.receivers.close();
  }
}
