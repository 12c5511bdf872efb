// Credentials of "Try it". Partners: an access token, made from client credentials or pasted. Operators: their session
// of the console, or a pasted token. Secrets are never stored.
import { element } from './element.ts';

export interface Credentials {
  readonly panel: HTMLElement;
  /** Headers of a request with this method. */
  readonly headersFor: (method: string) => Promise<Readonly<Record<string, string>>>;
  /** Whether the session cookie of this server is sent. */
  readonly usesCookie: () => boolean;
}

const TOKEN_KEY = 'waybill-try-it-token';

/**
 * A sandbox token stays in this tab, so that the next operation can be tried without asking again. A production token
 * stays in the page.
 */
class TokenMemory {
  readonly #isKept: boolean;
  #token: string | null = null;

  constructor(isKept: boolean) {
    this.#isKept = isKept;
    this.#token = isKept ? read() : null;
  }

  get token(): string | null {
    return this.#token;
  }

  set token(token: string | null) {
    this.#token = token;
    if (!this.#isKept) return;
    try {
      if (token === null) sessionStorage.removeItem(TOKEN_KEY);
      else sessionStorage.setItem(TOKEN_KEY, token);
    } catch {
      // Without storage the token stays in the page.
    }
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

function field(id: string, label: string, type = 'text'): { row: HTMLElement; input: HTMLInputElement } {
  const input = element('input', { id, type, autocomplete: 'off', spellcheck: false });
  const row = element('p', { className: 'trial-field' }, element('label', { htmlFor: id }, label), input);
  return { row, input };
}

/** Runs `action` on a click, and on Enter in a field: Enter would send the request of the operation. */
function actionButton(label: string, inputs: readonly HTMLInputElement[], action: () => void): HTMLElement {
  const button = element('button', { type: 'button' }, label);
  button.addEventListener('click', action);
  for (const input of inputs)
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      action();
    });
  return button;
}

export function partnerCredentials(environment: string): Credentials {
  const memory = new TokenMemory(environment === 'sandbox');
  const status = element('p', { className: 'trial-status', role: 'status' });
  const panel = element('fieldset', {});
  const legend = element('legend', {}, 'Credentials');

  const show = (message = '', moveFocus = false) => {
    status.textContent = message;
    panel.replaceChildren(legend, ...(memory.token === null ? signIn() : signedIn()), status);
    if (moveFocus) panel.querySelector<HTMLElement>('input, button')?.focus();
  };
  const signedIn = () => [
    element(
      'p',
      { className: 'trial-row' },
      element('span', {}, 'Requests use your access token.'),
      actionButton('Use other credentials', [], () => {
        memory.token = null;
        show('', true);
      }),
    ),
  ];
  const signIn = () => {
    const id = field('trial-client-id', 'Client id');
    const secret = field('trial-client-secret', 'Client secret', 'password');
    const token = field('trial-token', 'Access token', 'password');
    const exchange = async () => {
      try {
        memory.token = await requestToken(id.input.value.trim(), secret.input.value.trim());
        show('The access token is ready.', true);
      } catch (error) {
        status.textContent = error instanceof Error ? error.message : String(error);
      }
    };
    const use = () => {
      const text = token.input.value.trim();
      if (text === '') status.textContent = 'Enter an access token.';
      else {
        memory.token = text;
        show('The access token is ready.', true);
      }
    };
    const inputs = [id.input, secret.input];
    return [
      id.row,
      secret.row,
      element(
        'p',
        {},
        actionButton('Get an access token', inputs, () => void exchange()),
      ),
      element(
        'details',
        {},
        element('summary', {}, 'Use an existing access token'),
        token.row,
        element('p', {}, actionButton('Use this token', [token.input], use)),
      ),
    ];
  };
  show();
  return {
    panel,
    headersFor: async () => {
      if (memory.token === null) throw new Error('Get an access token first.');
      return { authorization: `Bearer ${memory.token}` };
    },
    usesCookie: () => false,
  };
}

/** In the body: a refused Basic authentication would open the sign-in dialog of the browser. */
async function requestToken(clientId: string, clientSecret: string): Promise<string> {
  if (clientId === '' || clientSecret === '') throw new Error('Enter the client id and the client secret.');
  const response = await fetch('/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
    credentials: 'omit',
    cache: 'no-store',
  }).catch(() => {
    throw new Error('The server could not be reached. Check your connection and try again.');
  });
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  if (typeof answer['access_token'] === 'string') return answer['access_token'];
  throw new Error(String(answer['message'] ?? answer['error_description'] ?? `Status ${response.status}.`));
}

export function operatorCredentials(): Credentials {
  const token = field('trial-token', 'Operator token (optional)', 'password');
  const hint = element(
    'p',
    { className: 'trial-hint' },
    'Without a token, requests use your session of the console in this browser: ',
    element('a', { href: '/console', target: '_blank', rel: 'noopener' }, 'sign in to the console'),
    '.',
  );
  const panel = element('fieldset', {}, element('legend', {}, 'Credentials'), hint, token.row);
  const tokenText = () => token.input.value.trim();
  return {
    panel,
    headersFor: async (method) => {
      if (tokenText() !== '') return { authorization: `Bearer ${tokenText()}` };
      if (method === 'GET') return {};
      return { 'x-csrf-token': await csrfToken() };
    },
    usesCookie: () => tokenText() === '',
  };
}

/** Writes with the session cookie need the token of the session. */
async function csrfToken(): Promise<string> {
  const response = await fetch('/operator/session', { credentials: 'same-origin', cache: 'no-store' });
  if (!response.ok) throw new Error('Sign in to the console, or enter an operator token.');
  const session = (await response.json()) as { readonly csrf_token?: string };
  return session.csrf_token ?? '';
}
