// Browser without JavaScript: keeps cookies, parses forms, submits buttons, follows no redirects.
export interface VisitedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Target of a redirect. */
  readonly location: string | null;
  /** The first form. */
  readonly form: PageForm | null;
  readonly forms: readonly PageForm[];
}

export interface PageForm {
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly buttons: readonly string[];
}

export class ScriptlessBrowser {
  readonly baseUrl: string;
  readonly cookies = new Map<string, string>();
  page: VisitedPage | null = null;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  open(path: string): Promise<VisitedPage> {
    return this.#fetch(path, {});
  }

  /** Submits the form of the current page that has this button and these hidden fields. */
  press(
    action: string,
    fields: Readonly<Record<string, string>> = {},
    hidden: Readonly<Record<string, string>> = {},
  ): Promise<VisitedPage> {
    const forms = this.page?.forms ?? [];
    const form = forms.find(
      (candidate) =>
        candidate.buttons.includes(action) &&
        Object.entries(hidden).every(([name, value]) => candidate.hidden[name] === value),
    );
    if (!form) throw new Error(`no form with ${action} on the page: ${this.page?.text}`);
    return this.post(form.action, { ...form.hidden, ...fields, action });
  }

  post(path: string, fields: Readonly<Record<string, string>>): Promise<VisitedPage> {
    return this.#fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async #fetch(path: string, init: RequestInit): Promise<VisitedPage> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.baseUrl + path, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie && { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line);
    const text = await response.text();
    const { status, headers } = response;
    const forms = readForms(text);
    this.page = { status, headers, text, location: headers.get('location'), form: forms[0] ?? null, forms };
    return this.page;
  }

  #storeCookie(setCookie: string): void {
    const [pair = '', ...attributes] = setCookie.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split('=', 2);
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function readForms(text: string): PageForm[] {
  const forms = text.matchAll(/<form [^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g);
  return [...forms].map(([, action = '', inside = '']) => {
    const hidden = [...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const buttons = [...inside.matchAll(/<button [^>]*name="action" value="([^"]*)"/g)];
    return {
      action: unescaped(action),
      hidden: Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, unescaped(value)])),
      buttons: buttons.map(([, value = '']) => value),
    };
  });
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
