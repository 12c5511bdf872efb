// Reloads the page when a one-time link is opened in a tab that already shows the page. Such a link changes only the
// URL fragment, which the browser does not treat as a navigation, so its token would be ignored.

export function reloadOnNewLink(): void {
  addEventListener('hashchange', () => {
    if (new URLSearchParams(location.hash.slice(1)).has('token')) location.reload();
  });
}
