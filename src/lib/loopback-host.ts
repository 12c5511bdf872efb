// Recognizes host names and addresses of this machine.

/** Without brackets around IPv6 addresses; '' if the text is not a URL. */
export function hostOfUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
