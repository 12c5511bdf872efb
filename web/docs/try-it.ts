// "Try it" of the API reference: a form that sends a real request of an operation to this server, with the credentials
// of the reader. Loaded when the reader opens it.
import { element } from './element.ts';
import { withComingDates } from './example-dates.ts';
import { type Credentials, operatorCredentials, partnerCredentials } from './try-it-credentials.ts';

/** As written by scripts/docs/reference/samples.mjs. */
interface Trial {
  readonly method: string;
  readonly path: string;
  readonly authentication: 'none' | 'partner' | 'operator';
  readonly accept: string | null;
  readonly inputs: readonly TrialInput[];
  /** `text`: null for a file. */
  readonly body: { readonly types: readonly string[]; readonly text: string | null } | null;
}

interface TrialInput {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly values?: readonly string[];
  readonly example: string;
}

const MAX_SHOWN_CHARACTERS = 200_000;

export function createTrial(endpoint: HTMLElement): HTMLElement {
  const trial = JSON.parse(endpoint.dataset['trial'] ?? '{}') as Trial;
  const environment = document.querySelector('main')?.dataset['environment'] ?? '';
  const credentials = credentialsOf(trial, environment);
  const fields = trial.inputs.map((input) => ({ input, control: controlOf(input) }));
  const body = trial.body && bodyControl(trial.body);
  const send = element('button', { type: 'submit', className: 'primary' }, `Send ${trial.method}`);
  const status = element('p', { className: 'trial-status', role: 'status' });
  const answer = element('div', {});
  const form = element(
    'form',
    { className: 'trial', ariaLabel: 'Try it', noValidate: false },
    warning(trial, environment),
    ...(credentials ? [credentials.panel] : []),
    ...fields.map(({ input, control }) => labelled(input, control)),
    ...(trial.body && body ? [labelledBody(trial.body, body)] : []),
    element('p', { className: 'trial-actions' }, send),
    status,
    answer,
  );
  const values = (place: TrialInput['in']) =>
    fields
      .filter(({ input, control }) => input.in === place && control.value !== '')
      .map(({ input, control }) => [input.name, control.value] as const);

  const run = async () => {
    send.disabled = true;
    answer.replaceChildren();
    status.textContent = 'Sending…';
    try {
      const path = new Map(values('path'));
      const address = trial.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(path.get(name) ?? ''),
      );
      const query = new URLSearchParams(values('query').map(([name, value]) => [name, value]));
      const own = (await credentials?.headersFor(trial.method)) ?? {};
      const content = body && contentOf(body);
      const startedAt = performance.now();
      const response = await fetch(query.size > 0 ? `${address}?${query}` : address, {
        method: trial.method,
        headers: {
          ...(trial.accept && { accept: trial.accept }),
          ...(content && { 'content-type': content.type }),
          ...Object.fromEntries(values('header')),
          ...own,
        },
        body: content?.body ?? null,
        credentials: credentials?.usesCookie() ? 'same-origin' : 'omit',
        redirect: 'manual',
        cache: 'no-store',
      });
      const bytes = await response.blob();
      const duration = Math.round(performance.now() - startedAt);
      status.textContent = summaryOf(response, duration);
      answer.replaceChildren(await answerOf(response, bytes));
    } catch (error) {
      status.textContent =
        error instanceof TypeError
          ? 'The server could not be reached. Check your connection and try again.'
          : String(error instanceof Error ? error.message : error);
    } finally {
      send.disabled = false;
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!send.disabled) void run();
  });
  return form;
}

function credentialsOf({ authentication }: Trial, environment: string): Credentials | null {
  if (authentication === 'partner') return partnerCredentials(environment);
  return authentication === 'operator' ? operatorCredentials() : null;
}

function warning({ method }: Trial, environment: string): Node {
  if (environment === 'sandbox')
    return element('p', { className: 'trial-hint' }, 'Sends a real request to this sandbox.');
  const words =
    method === 'GET'
      ? 'This is production: the request reads real data.'
      : 'This is production: the request has real effects, and may cost money.';
  return element('p', { className: 'trial-warning' }, words);
}

type Control = HTMLInputElement | HTMLSelectElement;

function controlOf({ name, required, values, example }: TrialInput): Control {
  const id = `trial-${name}`;
  if (!values)
    return element('input', {
      id,
      name,
      required,
      placeholder: example,
      autocomplete: 'off',
      spellcheck: false,
    });
  const select = element('select', { id, name, required });
  if (!required) select.append(element('option', { value: '' }, 'not sent'));
  select.append(...values.map((value) => element('option', { value }, value)));
  return select;
}

function labelled({ name, in: place, required }: TrialInput, control: Control): Node {
  const label = element('label', { htmlFor: control.id }, element('code', {}, name));
  const hint = element('small', {}, required ? `${place}, required` : place);
  return element('p', { className: 'trial-field' }, label, hint, control);
}

function bodyControl({ types, text }: NonNullable<Trial['body']>): HTMLTextAreaElement | HTMLInputElement {
  const id = 'trial-body';
  if (text === null) return element('input', { id, type: 'file', accept: types.join(','), required: true });
  const value = withComingDates(text, Date.now());
  return element('textarea', {
    id,
    value,
    rows: Math.min(18, value.split('\n').length + 1),
    spellcheck: false,
  });
}

function labelledBody({ types }: NonNullable<Trial['body']>, control: HTMLElement): Node {
  const label = element('label', { htmlFor: control.id }, 'Body');
  return element('p', { className: 'trial-field' }, label, element('small', {}, types.join(' or ')), control);
}

function contentOf(
  control: HTMLTextAreaElement | HTMLInputElement,
): { type: string; body: string | File } | null {
  if (control instanceof HTMLInputElement) {
    const file = control.files?.[0];
    return file ? { type: file.type, body: file } : null;
  }
  if (control.value.trim() === '') return null;
  try {
    JSON.parse(control.value);
  } catch (error) {
    throw new Error(`The body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { type: 'application/json', body: control.value };
}

function summaryOf(response: Response, duration: number): string {
  if (response.type === 'opaqueredirect') return `Redirection · ${duration} ms`;
  const requestId = response.headers.get('x-request-id');
  return [
    `${response.status} ${response.statusText}`.trim(),
    `${duration} ms`,
    ...(requestId ? [`X-Request-Id ${requestId}`] : []),
  ].join(' · ');
}

async function answerOf(response: Response, content: Blob): Promise<Node> {
  if (content.size === 0) return element('p', { className: 'trial-hint' }, 'The response has no body.');
  const type = response.headers.get('content-type') ?? '';
  if (!/json|^text\//.test(type)) {
    const link = element('a', { href: URL.createObjectURL(content), download: 'response' });
    link.append(`Save the response (${type}, ${Math.ceil(content.size / 1000)} kB)`);
    return element('p', {}, link);
  }
  const text = await content.text();
  const shown = type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const code = element('code', {}, shown.slice(0, MAX_SHOWN_CHARACTERS));
  const pre = element('pre', { tabIndex: 0, ariaLabel: 'Response body' }, code);
  pre.role = 'region';
  return element(
    'figure',
    { className: 'code' },
    element(
      'figcaption',
      {},
      shown.length > MAX_SHOWN_CHARACTERS ? 'Response body, shortened' : 'Response body',
    ),
    pre,
  );
}
